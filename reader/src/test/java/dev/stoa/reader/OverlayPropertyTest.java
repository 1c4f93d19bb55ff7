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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.internal.index.EqualityIndexFormat;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.EqualityIndexWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Random tables with layers of random changes: a scan gives what a plain model of the changed rows gives. */
@Tag("once")
class OverlayPropertyTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @Seeds(24)
    void scansGiveTheRowsAsChanged(long seed) throws IOException {
        Random random = new Random(seed);
        RandomTables tables = new RandomTables(random, random.nextInt(5) == 0 ? 200_000 : 300);
        Schema schema = tables.schema();
        int count = random.nextInt(4) == 0 ? 4096 + random.nextInt(20_000) : random.nextInt(3000);
        List<Object[]> rows = tables.rows(schema, count);
        Path path = folder.resolve("table");
        WriterOptions options = WriterOptions.DEFAULT
                .withSizes(1 + random.nextInt(20_000), 4096 + random.nextInt(100_000))
                .withVectorsPerZone(1 + random.nextInt(3));
        Tables.write(path, schema, rows, options);
        BitSet deleted = new BitSet();
        List<RowChanges> layers = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            layers.add(layer(tables, schema, rows, deleted, options, random));
        }
        RowChanges changes = RowChanges.stack(layers);
        assertEquals(deleted.cardinality(), changes.deletedRows().count());
        List<ModelFilters.Column> columns = ScanPropertyTest.columns(schema, rows);
        StoreProfile profile = random.nextBoolean() ? StoreProfile.local() : StoreProfile.s3();
        try (StoaFile file = StoaFile.open(Tables.source(path, profile))) {
            if (random.nextBoolean()) {
                addIndexes(file, schema);
            }
            for (int i = 0; i < 12; i++) {
                ScanPropertyTest.scan(
                        file.scan().changes(changes),
                        count,
                        deleted,
                        columns,
                        schema,
                        random,
                        "seed " + seed + ", scan " + i);
            }
        }
    }

    /** Changes rows of the model, and says so. */
    private RowChanges layer(
            RandomTables tables,
            Schema schema,
            List<Object[]> rows,
            BitSet deleted,
            WriterOptions options,
            Random random)
            throws IOException {
        RowChanges.Builder changes = RowChanges.builder();
        int count = rows.size();
        if (random.nextInt(3) > 0) {
            for (int i = random.nextInt(random.nextInt(4) == 0 ? 2000 : 6); i > 0 && count > 0; i--) {
                int first = random.nextInt(count);
                int end = Math.min(count, first + 1 + random.nextInt(random.nextInt(5) == 0 ? 9000 : 20));
                deleted.set(first, end);
                changes.delete(RowRanges.between(first, end));
            }
        }
        List<Object[]> news = tables.rows(schema, Math.min(count, 1 + random.nextInt(random.nextBoolean() ? 3000 : 9)));
        Path path = folder.resolve("news");
        Tables.write(path, schema, news, options);
        try (StoaFile file = Tables.open(path)) {
            for (int c = 0; c < schema.fields().size(); c++) {
                if (random.nextInt(3) > 0) {
                    modify(changes, file, schema.fields().get(c), c, rows, news, random);
                }
            }
        }
        Files.delete(path);
        return changes.build();
    }

    private static void modify(
            RowChanges.Builder changes,
            StoaFile file,
            Field field,
            int column,
            List<Object[]> rows,
            List<Object[]> news,
            Random random)
            throws IOException {
        int start = random.nextInt(rows.size() + 1);
        int end = random.nextInt(3) == 0 ? Math.min(rows.size(), start + news.size()) : rows.size();
        long[] places = random.ints(news.size(), start, end + 1)
                .filter(row -> row < rows.size())
                .sorted()
                .distinct()
                .asLongStream()
                .toArray();
        int at = 0;
        try (Scan scan = file.scan()
                .select(List.of(ColumnPath.of(field.name())))
                .rows(0, places.length)
                .batchRows(1 + random.nextInt(4096))
                .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                long[] some = Arrays.copyOfRange(places, at, at + batch.rowCount());
                changes.modify(field.name(), some, batch.column(0));
                at += batch.rowCount();
            }
        }
        for (int i = 0; i < places.length; i++) {
            Object[] changed = rows.get((int) places[i]).clone();
            changed[column] = news.get(i)[column];
            rows.set((int) places[i], changed);
        }
    }

    /** Adds indexes of the columns that can have one, made before anything changed. */
    private void addIndexes(StoaFile file, Schema schema) throws IOException {
        for (Field field : schema.fields()) {
            if (!EqualityIndexFormat.canIndex(field.type())) {
                continue;
            }
            Path index = folder.resolve("index" + schema.indexOf(field.name()).getAsInt());
            String column = ColumnPath.of(field.name()).toString();
            FileIdentity identity = file.identity();
            try (Scan scan = file.scan().select(column).build();
                    EqualityIndexWriter writer = EqualityIndexWriter.create(
                            LocalFileSink.create(index, SinkOptions.DEFAULT),
                            new EqualityIndexWriter.IndexedFile(
                                    identity.uuid(), identity.length(), identity.hash(), file.rowCount()),
                            column,
                            field.type(),
                            folder,
                            "test")) {
                while (scan.next()) {
                    writer.add(
                            scan.batch().column(0),
                            scan.batch().rowCount(),
                            scan.batch().firstRow());
                }
                writer.finish();
            }
            assertTrue(file.addIndex(RangeSources.open(index)));
        }
    }
}
