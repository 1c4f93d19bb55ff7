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
package dev.stoa.reader;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.EqualityIndexWriter;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes and opens the files of the tests. */
final class Tables {
    private Tables() {}

    static void write(Path path, Schema schema, List<Object[]> rows, WriterOptions options) throws IOException {
        try (StoaWriter writer = StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), schema, options)) {
            for (Object[] row : rows) {
                writer.rows().append(row);
            }
            writer.finish();
        }
    }

    static RangeSource source(Path path, StoreProfile profile) throws IOException {
        return RangeSources.open(path, profile, BufferAllocator.pooled());
    }

    static StoaFile open(Path path) throws IOException {
        return StoaFile.open(RangeSources.open(path));
    }

    /** Writes the equality index of a column of a file. */
    static void writeIndex(Path index, Path data, ColumnPath column, Path spill, String createdBy) throws IOException {
        try (StoaFile file = open(data);
                Scan scan = file.scan().select(List.of(column)).build();
                EqualityIndexWriter writer = EqualityIndexWriter.create(
                        LocalFileSink.create(index, SinkOptions.DEFAULT),
                        new EqualityIndexWriter.IndexedFile(
                                file.identity().uuid(),
                                file.identity().length(),
                                file.identity().hash(),
                                file.rowCount()),
                        column.toString(),
                        scan.schema().fields().get(0).type(),
                        spill,
                        createdBy)) {
            while (scan.next()) {
                Batch batch = scan.batch();
                writer.add(batch.column(0), batch.rowCount(), batch.firstRow());
            }
            writer.finish();
        }
    }
}
