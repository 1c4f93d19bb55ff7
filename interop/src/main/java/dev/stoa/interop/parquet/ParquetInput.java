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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.interop.FileLayout;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/** An open Parquet file. Its footer is checked against the file's length before it is used. */
final class ParquetInput implements Closeable {
    private final String name;
    private final long length;
    private final ParquetFileReader reader;
    private final List<Long> rowCounts = new ArrayList<>();

    private ParquetInput(String name, long length, ParquetFileReader reader) {
        this.name = name;
        this.length = length;
        this.reader = reader;
    }

    static ParquetInput open(Configuration conf, Path path) throws IOException {
        String name = path.toString();
        try {
            HadoopInputFile file = HadoopInputFile.fromPath(path, conf);
            ParquetReadOptions options = HadoopReadOptions.builder(conf, path)
                    .usePageChecksumVerification()
                    .withCodecFactory(new PageCodecs())
                    .build();
            ParquetInput input = new ParquetInput(name, file.getLength(), reader(file, options));
            try {
                input.checkFooter();
            } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
                input.close();
                throw e;
            }
            return input;
        } catch (FileNotFoundException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
            throw ParquetErrors.explain(name, e);
        }
    }

    private static ParquetFileReader reader(HadoopInputFile file, ParquetReadOptions options) throws IOException {
        try {
            return ParquetFileReader.open(file, options);
        } catch (RuntimeException e) {
            return lenientReader(file, options).orElseThrow(() -> e);
        }
    }

    /** Reads footer and data from one stream, so that they are of one file, even if another takes its place meanwhile. */
    private static Optional<ParquetFileReader> lenientReader(HadoopInputFile file, ParquetReadOptions options)
            throws IOException {
        SeekableInputStream in = file.newStream();
        Optional<ParquetFileReader> reader = Optional.empty();
        try {
            Optional<ParquetMetadata> footer = LenientFooter.read(in, file.getLength(), options);
            if (footer.isPresent()) {
                reader = Optional.of(ParquetFileReader.open(file, footer.get(), options, in));
            }
            return reader;
        } finally {
            if (reader.isEmpty()) {
                in.close();
            }
        }
    }

    private void checkFooter() throws IOException {
        for (BlockMetaData rowGroup : reader.getRowGroups()) {
            int ordinal = rowCounts.size();
            if (rowGroup.getRowCount() < 0) {
                throw new CorruptFileException(
                        "row group " + ordinal + " says that it has " + rowGroup.getRowCount() + " rows");
            }
            rowCounts.add(rowGroup.getRowCount());
            for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
                if (rowGroup.getRowCount() > 0) {
                    check(
                            chunk,
                            "row group " + ordinal + ", column '"
                                    + chunk.getPath().toDotString() + "'");
                }
            }
        }
    }

    private void check(ColumnChunkMetaData chunk, String where) throws IOException {
        if (chunk.isEncrypted()) {
            throw new UnsupportedFileException(where + ": it is encrypted, and Stoa reads no encrypted Parquet");
        }
        CompressionCodecName codec = chunk.getCodec();
        if (!PageCodecs.READABLE.contains(codec)) {
            throw new UnsupportedFileException(
                    where + ": is compressed with " + codec + ", and no codec for it was found");
        }
        if (codec == CompressionCodecName.BROTLI && !Brotli.isAvailable()) {
            throw new UnsupportedFileException(
                    where + ": is compressed with BROTLI, whose native library is not there for this platform");
        }
        long start = chunk.getStartingPos();
        long size = chunk.getTotalSize();
        if (start < 0 || size < 0 || start > length || size > length - start) {
            throw new CorruptFileException(where + ": the footer says that its " + size + " bytes start at byte "
                    + start + ", the file has " + length + " bytes");
        }
        if (chunk.getValueCount() < 0) {
            throw new CorruptFileException(
                    where + ": the footer says that it has " + chunk.getValueCount() + " values");
        }
    }

    /** The path, for messages. */
    String name() {
        return name;
    }

    MessageType schema() {
        return reader.getFileMetaData().getSchema();
    }

    /** The key-value metadata; a key without a value has an absent one: null, as parquet-java gives it. */
    Map<String, String> keys() {
        return new HashMap<>(reader.getFileMetaData().getKeyValueMetaData());
    }

    /** The program that wrote the file; empty if the file does not name it. */
    String createdBy() {
        String writer = reader.getFileMetaData().getCreatedBy();
        return writer == null ? "" : writer;
    }

    FileLayout layout() {
        return FooterLayout.of(this, reader.getRowGroups());
    }

    int rowGroups() {
        return rowCounts.size();
    }

    long rowCount(int rowGroup) {
        return rowCounts.get(rowGroup);
    }

    long rowCount() {
        return rowCounts.stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the columns of a row group whose pages may be compressed without saying so, by name. */
    Map<String, UnmarkedPages> unmarkedPages(int rowGroup) {
        if (!UnmarkedPages.mayBeBy(createdBy())) {
            return Map.of();
        }
        Map<String, UnmarkedPages> columns = new HashMap<>();
        for (ColumnChunkMetaData chunk : reader.getRowGroups().get(rowGroup).getColumns()) {
            columns.putIfAbsent(chunk.getPath().toDotString(), UnmarkedPages.of(chunk.getCodec()));
        }
        return columns;
    }

    /** Reads the compressed pages of a row group. */
    PageReadStore read(int rowGroup) throws IOException {
        return reader.readRowGroup(rowGroup);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
