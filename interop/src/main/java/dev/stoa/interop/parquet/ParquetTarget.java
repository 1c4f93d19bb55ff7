/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.interop.parquet;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.interop.Codec;
import dev.stoa.interop.RowTarget;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Writes batches to a new Parquet file, which becomes visible by {@link #finish}; a close without it removes the file. A
 * value that Parquet can't express is refused by column name, never changed.
 *
 * <p>Data pages are of version 1, which every reader knows, and carry checksums. A column that came from Parquet, by
 * {@link ParquetSource#keyValues}, is written in the form that it had there.
 *
 * <p>For one thread at a time.
 */
public final class ParquetTarget implements RowTarget {
    private static final int ROWS_BETWEEN_SIZE_CHECKS = 256;

    private final FileSink sink;
    private final Schema schema;
    private final TargetSchema target;
    private final ParquetTargetOptions options;
    private final ParquetProperties properties;
    private final ParquetFileWriter file;
    private final List<LeafWriter> leaves = new ArrayList<>();
    private final RowShredder shredder = new RowShredder(leaves);
    private Optional<RowGroup> rowGroup = Optional.empty();
    private boolean finished;

    /** The pages of the row group that is being written. */
    private record RowGroup(ColumnChunkPageWriteStore pages, ColumnWriteStore columns, long[] rows) {
        void close() {
            columns.close();
            pages.close();
        }
    }

    private ParquetTarget(FileSink sink, Schema schema, List<KeyValue> keyValues, ParquetTargetOptions options)
            throws IOException {
        this.sink = sink;
        this.schema = schema;
        this.options = options;
        this.target = TargetSchema.of(schema, keyValues, options);
        this.properties = ParquetProperties.builder()
                .withPageSize(options.pageBytes())
                .withDictionaryEncoding(options.dictionary())
                .withWriterVersion(WriterVersion.PARQUET_1_0)
                .withPageWriteChecksumEnabled(true)
                .withAllocator(HeapByteBufferAllocator.getInstance())
                .build();
        this.file = new ParquetFileWriter(
                new SinkOutputFile(sink),
                target.message(),
                ParquetFileWriter.Mode.CREATE,
                options.rowGroupBytes(),
                0,
                null,
                properties);
        file.start();
        target.leaves().forEach(leaf -> leaves.add(new LeafWriter(leaf)));
    }

    /**
     * A writer of a new file. It owns the sink from now on, also when this call fails.
     *
     * @param keyValues the metadata to keep, as {@link ParquetSource#keyValues} or a Stoa file gives it
     * @throws dev.stoa.format.StoaException if Parquet can't express a column; it names the column
     * @throws IOException if the sink fails
     */
    public static ParquetTarget create(
            FileSink sink, Schema schema, List<KeyValue> keyValues, ParquetTargetOptions options) throws IOException {
        try {
            return new ParquetTarget(sink, schema, keyValues, options);
        } catch (IOException | RuntimeException e) {
            sink.close();
            throw ParquetErrors.explainWrite(sink.id(), e);
        }
    }

    @Override
    public void write(Batch batch) throws IOException {
        if (!batch.schema().equals(schema)) {
            throw new IllegalArgumentException("the batch has the schema " + batch.schema() + ", not " + schema);
        }
        try {
            for (int c = 0; c < target.nodes().size(); c++) {
                shredder.bind(target.nodes().get(c), batch.column(c));
            }
            for (int i = 0; i < batch.selectedCount(); i++) {
                writeRow(batch, batch.selected(i));
                if ((i + 1) % ROWS_BETWEEN_SIZE_CHECKS == 0) {
                    flushIfFull();
                }
            }
            flushIfFull();
        } catch (IOException | RuntimeException e) {
            throw ParquetErrors.explainWrite(sink.id(), e);
        }
    }

    private void writeRow(Batch batch, int row) throws IOException {
        RowGroup current = rowGroup.isPresent() ? rowGroup.get() : startRowGroup();
        for (int c = 0; c < target.nodes().size(); c++) {
            shredder.write(target.nodes().get(c), batch.column(c), row, 0, 0);
        }
        current.columns.endRecord();
        current.rows[0]++;
    }

    private RowGroup startRowGroup() {
        PageCodecs codecs = new PageCodecs();
        ColumnChunkPageWriteStore pages = ColumnChunkPageWriteStore.builder()
                .withCompressorProvider(column -> codecs.getCompressor(name(options.codec())))
                .withSchema(target.message())
                .withAllocator(properties.getAllocator())
                .withColumnIndexTruncateLength(properties.getColumnIndexTruncateLength())
                .withPageWriteChecksumEnabled(true)
                .build();
        ColumnWriteStore columns = properties.newColumnWriteStore(target.message(), pages, pages);
        RowGroup started = new RowGroup(pages, columns, new long[1]);
        rowGroup = Optional.of(started);
        for (int i = 0; i < target.leaves().size(); i++) {
            ImportNode.Leaf leaf = target.leaves().get(i);
            leaves.get(i).continueIn(columns.getColumnWriter(leaf.column()));
        }
        return started;
    }

    private static CompressionCodecName name(Codec codec) {
        return switch (codec) {
            case NONE -> CompressionCodecName.UNCOMPRESSED;
            case SNAPPY -> CompressionCodecName.SNAPPY;
            case ZSTD -> CompressionCodecName.ZSTD;
        };
    }

    private void flushIfFull() throws IOException {
        if (rowGroup.isPresent() && rowGroup.get().columns.getBufferedSize() >= options.rowGroupBytes()) {
            flush();
        }
    }

    private void flush() throws IOException {
        if (rowGroup.isEmpty()) {
            return;
        }
        RowGroup full = rowGroup.get();
        rowGroup = Optional.empty();
        try {
            file.startBlock(full.rows[0]);
            full.columns.flush();
            full.pages.flushToFileWriter(file);
            file.endBlock();
        } finally {
            full.close();
        }
    }

    @Override
    public void finish() throws IOException {
        try {
            flush();
            file.end(target.metadata());
            file.close();
            sink.commit();
            finished = true;
        } catch (IOException | RuntimeException e) {
            throw ParquetErrors.explainWrite(sink.id(), e);
        }
    }

    @Override
    public void close() throws IOException {
        rowGroup.ifPresent(RowGroup::close);
        rowGroup = Optional.empty();
        if (!finished) {
            sink.close();
        }
    }
}
