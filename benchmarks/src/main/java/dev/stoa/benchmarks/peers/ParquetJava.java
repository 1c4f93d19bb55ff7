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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.vio.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.Version;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Parquet through parquet-java, below its record assembly: one column reader after the other, a row group at a time. That is
 * the fastest door which its public API has; its page reads are vectored.
 */
public final class ParquetJava implements Contender {
    private static final Configuration CONF = CountingFileSystem.configuration();

    @Override
    public String name() {
        return "parquet-java";
    }

    @Override
    public String version() {
        return Version.VERSION_NUMBER;
    }

    @Override
    public List<String> sizeVariants() {
        return List.of("v1_none", "v1_snappy", "v1_zstd", "v2_none");
    }

    @Override
    public List<String> readVariants() {
        return List.of("v1_none", "v1_snappy");
    }

    @Override
    public List<String> writeVariants() {
        return List.of("v1_snappy", "v1_zstd");
    }

    @Override
    public void write(Table table, String variant, Path file) throws IOException {
        WriterVersion version = variant.startsWith("v1") ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
        CompressionCodecName codec = variant.contains("none")
                ? CompressionCodecName.UNCOMPRESSED
                : variant.contains("snappy") ? CompressionCodecName.SNAPPY : CompressionCodecName.ZSTD;
        ParquetFiles.write(table, version, codec, settings -> ParquetLookup.settings(variant, settings), file);
    }

    private static ParquetFileReader open(Path file) throws IOException {
        return ParquetFileReader.open(
                HadoopInputFile.fromPath(CountingFileSystem.path(file), CONF),
                HadoopReadOptions.builder(CONF).withUseHadoopVectoredIo(true).build());
    }

    /** The chunks of some columns, for each row group. */
    public static List<List<Range>> chunks(Path file, List<String> columns) throws IOException {
        List<List<Range>> chunks = new ArrayList<>();
        try (ParquetFileReader reader = open(file)) {
            for (BlockMetaData rowGroup : reader.getRowGroups()) {
                List<Range> ranges = new ArrayList<>();
                for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
                    if (columns.contains(chunk.getPath().toDotString())) {
                        ranges.add(new Range(chunk.getStartingPos(), Math.toIntExact(chunk.getTotalSize())));
                    }
                }
                chunks.add(ranges);
            }
        }
        return chunks;
    }

    @Override
    public Map<String, Long> columnBytes(Path file) throws IOException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        try (ParquetFileReader reader = open(file)) {
            for (BlockMetaData rowGroup : reader.getRowGroups()) {
                for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
                    long indexes = Stream.of(chunk.getColumnIndexReference(), chunk.getOffsetIndexReference())
                            .filter(index -> index != null)
                            .mapToLong(IndexReference::getLength)
                            .sum();
                    bytes.merge(chunk.getPath().toDotString(), chunk.getTotalSize() + indexes, Long::sum);
                }
            }
        }
        return bytes;
    }

    @Override
    public ReadResult read(Path file, List<String> columns) throws IOException {
        IoCounts before = CountingFileSystem.counts();
        long values = 0;
        long checksum = 0;
        try (ParquetFileReader reader = open(file)) {
            MessageType all = reader.getFileMetaData().getSchema();
            List<Type> chosen = new ArrayList<>();
            columns.forEach(name -> chosen.add(all.getType(name)));
            MessageType projection = new MessageType(all.getName(), chosen);
            reader.setRequestedSchema(projection);
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                        pages,
                        new NoRecords(),
                        projection,
                        reader.getFileMetaData().getCreatedBy());
                for (ColumnDescriptor column : projection.getColumns()) {
                    checksum += decode(column, store.getColumnReader(column), pages.getRowCount());
                    values += pages.getRowCount();
                }
            }
        }
        return new ReadResult(
                values, checksum + Touch.rest(), CountingFileSystem.counts().minus(before));
    }

    @Override
    public ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        return ParquetFig1.answer(file, query);
    }

    @Override
    public ReadResult lookup(Path file, String variant, long[] keys) throws IOException {
        return ParquetLookup.lookup(StoredFile.local(file), keys);
    }

    @Override
    public TakenRows take(StoredFile file, List<String> columns, long[] rows) throws IOException {
        return ParquetTake.take(file, columns, rows);
    }

    private static long decode(ColumnDescriptor column, ColumnReader reader, long rows) {
        return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case INT32 -> ints(reader, rows);
            case INT64 -> longs(reader, rows);
            case BINARY -> texts(reader, rows);
            default -> throw new IllegalArgumentException("no benchmark has a column of " + column);
        };
    }

    private static long ints(ColumnReader reader, long rows) {
        long sum = 0;
        for (long i = 0; i < rows; i++) {
            sum += Touch.number(reader.getInteger());
            reader.consume();
        }
        return sum;
    }

    private static long longs(ColumnReader reader, long rows) {
        long sum = 0;
        for (long i = 0; i < rows; i++) {
            sum += Touch.number(reader.getLong());
            reader.consume();
        }
        return sum;
    }

    private static long texts(ColumnReader reader, long rows) {
        long sum = 0;
        byte[] copy = new byte[1 << 16];
        for (long i = 0; i < rows; i++) {
            Binary value = reader.getBinary();
            ByteBuffer bytes = value.toByteBuffer();
            int length = bytes.remaining();
            if (bytes.hasArray()) {
                sum += Touch.text(bytes.array(), bytes.arrayOffset() + bytes.position(), length);
            } else {
                bytes.get(copy, 0, length);
                sum += Touch.text(copy, 0, length);
            }
            reader.consume();
        }
        return sum;
    }

    /** Column readers want a converter of records, which never gets a value here. */
    static final class NoRecords extends GroupConverter {
        private final PrimitiveConverter ignored = new PrimitiveConverter() {};

        @Override
        public Converter getConverter(int field) {
            return ignored;
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
    }
}
