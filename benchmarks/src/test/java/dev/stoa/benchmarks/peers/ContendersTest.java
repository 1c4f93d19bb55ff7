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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.interop.tpch.LineItems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class ContendersTest {
    private static final Table TABLE = Table.lineItems(0.002);

    @TempDir
    private Path folder;

    @TestFactory
    List<DynamicTest> everyContenderGivesBackEveryValue() {
        List<String> columns =
                LineItems.schema().fields().stream().map(Field::name).toList();
        List<DynamicTest> tests = new ArrayList<>();
        for (Contender contender : Contenders.builtIn()) {
            String name = contender.name();
            Set<String> variants = new LinkedHashSet<>(contender.sizeVariants());
            variants.addAll(contender.readVariants());
            for (String variant : variants) {
                tests.add(DynamicTest.dynamicTest(name + " " + variant, () -> check(contender, variant, columns)));
            }
        }
        return tests;
    }

    private void check(Contender contender, String variant, List<String> columns) throws IOException {
        Path file = folder.resolve(contender.name() + "." + variant);
        contender.write(TABLE, variant, file);

        long all = 0;
        for (int c = 0; c < columns.size(); c++) {
            ReadResult expected = expected(c);
            ReadResult got = contender.read(file, List.of(columns.get(c)));
            assertEquals(expected.checksum(), got.checksum(), columns.get(c));
            assertEquals(expected.values(), got.values(), columns.get(c));
            assertTrue(got.io().requests() > 0, "requests are counted");
            assertTrue(got.io().roundTrips() > 0, "round trips are counted");
            assertTrue(got.io().bytesRead() > 0, "bytes are counted");
            all += got.checksum();
        }
        ReadResult table = contender.read(file, columns);
        assertEquals(all, table.checksum());
        assertTrue(table.io().bytesRead() <= 2 * Files.size(file), () -> "read " + table.io());

        Map<String, Long> sizes = contender.columnBytes(file);
        assertEquals(Set.copyOf(columns), sizes.keySet());
        long sum = sizes.values().stream().mapToLong(Long::longValue).sum();
        assertTrue(sum < Files.size(file), () -> sum + " of " + file);
        assertTrue(sum > Files.size(file) / 2, () -> sum + " of " + file);
    }

    private static ReadResult expected(int column) {
        long values = 0;
        long checksum = 0;
        for (Iterator<Batch> batches = TABLE.batches(); batches.hasNext(); ) {
            ColumnVector vector = batches.next().column(column);
            values += vector.size();
            for (int i = 0; i < vector.size(); i++) {
                if (vector instanceof IntVector ints) {
                    checksum += ints.values()[i];
                } else if (vector instanceof LongVector longs) {
                    checksum += longs.values()[i];
                } else {
                    byte[] text = ((BytesVector) vector).get(i);
                    checksum += text.length + (text[0] << 8) + (text[text.length - 1] << 16);
                }
            }
        }
        return new ReadResult(values, checksum, new IoCounts(0, 0, 0));
    }
}
