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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.columnindex.RowRanges;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Rows by number from parquet-java: by the page index it reads only pages that hold one, and skips within them.
 *
 * <p>The library's column readers open no further page after they know that no row number follows. If the last row and the one
 * before it are in different pages, they return a wrong value for the last row. So this class requests one more row, next to
 * the last one.
 */
final class ParquetTake {
    private ParquetTake() {}

    static TakenRows take(StoredFile file, List<String> columns, long[] rows) throws IOException {
        TakenRows taken = new TakenRows(columns.size(), rows.length);
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromStatus(file.status(), file.conf()),
                HadoopReadOptions.builder(file.conf(), file.path())
                        .withUseHadoopVectoredIo(true)
                        .build())) {
            MessageType all = reader.getFileMetaData().getSchema();
            MessageType projection = new MessageType(
                    all.getName(), columns.stream().map(all::getType).toArray(Type[]::new));
            reader.setRequestedSchema(projection);
            long first = 0;
            int next = 0;
            for (int group = 0; group < reader.getRowGroups().size(); group++) {
                long end = first + reader.getRowGroups().get(group).getRowCount();
                int before = next;
                while (next < rows.length && rows[next] < end) {
                    next++;
                }
                if (next > before) {
                    long[] wanted = new long[next - before];
                    for (int i = 0; i < wanted.length; i++) {
                        wanted[i] = rows[before + i] - first;
                    }
                    add(reader, group, wanted, end - first, projection, taken);
                }
                first = end;
            }
        }
        return taken;
    }

    private static void add(
            ParquetFileReader reader, int group, long[] rows, long end, MessageType projection, TakenRows taken)
            throws IOException {
        int last = rows.length - 1;
        boolean isAtEnd = rows[last] + 1 == end;
        RowRanges.Builder wanted = RowRanges.builder();
        for (int i = 0; i < last; i++) {
            wanted.addSelectedRow(rows[i]);
        }
        boolean isAlone = last == 0 || rows[last - 1] + 1 < rows[last];
        int extra = isAtEnd && isAlone && end > 1 ? last : -1;
        if (extra >= 0) {
            wanted.addSelectedRow(rows[last] - 1);
        }
        wanted.addSelectedRow(rows[last]);
        if (!isAtEnd) {
            wanted.addSelectedRow(rows[last] + 1);
        }
        try (PageReadStore pages = reader.readFilteredRowGroup(group, wanted.build())) {
            ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                    pages,
                    new ParquetJava.NoRecords(),
                    projection,
                    reader.getFileMetaData().getCreatedBy());
            int index = 0;
            for (ColumnDescriptor column : projection.getColumns()) {
                add(column, store.getColumnReader(column), rows.length, extra, taken.column(index++));
            }
        }
    }

    /** Adds the values of a column. Before the row {@code extra}, unless it is negative, this skips one row. */
    private static void add(ColumnDescriptor column, ColumnReader reader, int rows, int extra, TakenColumn taken) {
        switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case INT32 -> {
                int[] target = taken.ints();
                for (int i = 0; i < rows; i++) {
                    if (i == extra) {
                        pass(reader);
                    }
                    target[taken.count() + i] = reader.getInteger();
                    reader.consume();
                }
                taken.added(rows);
            }
            case INT64 -> {
                long[] target = taken.longs();
                for (int i = 0; i < rows; i++) {
                    if (i == extra) {
                        pass(reader);
                    }
                    target[taken.count() + i] = reader.getLong();
                    reader.consume();
                }
                taken.added(rows);
            }
            case BINARY -> texts(reader, rows, extra, taken);
            default -> throw new IllegalArgumentException("no benchmark has a column of " + column);
        }
    }

    private static void texts(ColumnReader reader, int rows, int extra, TakenColumn taken) {
        for (int i = 0; i < rows; i++) {
            if (i == extra) {
                pass(reader);
            }
            ByteBuffer bytes = reader.getBinary().toByteBuffer();
            if (bytes.hasArray()) {
                taken.addText(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            } else {
                byte[] copy = reader.getBinary().getBytesUnsafe();
                taken.addText(copy, 0, copy.length);
            }
            reader.consume();
        }
    }

    private static void pass(ColumnReader reader) {
        reader.skip();
        reader.consume();
    }
}
