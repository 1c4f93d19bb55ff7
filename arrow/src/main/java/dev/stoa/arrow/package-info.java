/**
 * The bridge between Stoa and Apache Arrow. {@link dev.stoa.arrow.StoaArrowReader} reads files and tables as Arrow batches, and
 * exports them through Arrow's C stream interface. {@link dev.stoa.arrow.ArrowBatches} turns Arrow batches into batches for a
 * writer or a table. {@link dev.stoa.arrow.ArrowSchemas} maps the schemas.
 *
 * <p>The JVM needs the flag {@code --add-opens=java.base/java.nio=ALL-UNNAMED}.
 */
package dev.stoa.arrow;
