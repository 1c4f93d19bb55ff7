/** Writes of rows: what tasks do, and what the coordinator commits. */
package dev.stoa.trino.internal.write;
