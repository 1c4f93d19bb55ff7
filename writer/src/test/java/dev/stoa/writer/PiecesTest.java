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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that come in pieces, and are put aside after each of them, come back. */
class PiecesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(TypeKind.class)
    void ofEveryType(TypeKind kind) throws IOException {
        Random random = new Random(kind.code());
        RandomData data = new RandomData(random);
        Schema schema = Schema.of(
                new Field("a", data.type(kind, 2), true, OptionalInt.empty()),
                new Field("b", data.type(kind, 2), kind == TypeKind.NULL, OptionalInt.empty()));
        List<Object[]> rows = data.rows(schema, 600);
        Path file = folder.resolve("f");
        WriterOptions options =
                WriterOptions.DEFAULT.withMemory(new WriterMemory(1)).withSpillFolder(Optional.of(folder));
        WriteResult result = RoundTripTest.write(file, schema, rows, options, random, 60);
        assertTrue(kind == TypeKind.NULL || result.spilledBytes() > 0);
        RoundTripTest.compare(file, schema, rows);
        StoredFile stored = new StoredFile(file);
        for (int column = 0, node = 0; column < 2; column++) {
            int at = column;
            long nulls = rows.stream().filter(row -> row[at] == null).count();
            assertEquals(nulls, stored.nodes.get(node).nullCount(), "column " + column);
            node = stored.nodes.get(node).end();
        }
        assertEquals(0, options.memory().used(), "memory is given back");
    }

    /** The rows that wait when the file ends have no null, those that were put aside before have some. */
    @Test
    void nullStructsThatWerePutAside() throws IOException {
        Type struct = Type.struct(List.of(Field.required("x", Type.of(TypeKind.INT32))));
        Schema schema = Schema.of(Field.nullable("s", struct));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(new Object[] {i % 3 == 0 && i < 100 ? null : new Object[] {i}});
        }
        Path file = folder.resolve("f");
        WriterOptions options =
                WriterOptions.DEFAULT.withMemory(new WriterMemory(1)).withSpillFolder(Optional.of(folder));
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            for (int row = 0; row < 300; row += 50) {
                writer.write(TestFiles.batch(schema, rows.subList(row, row + 50)));
            }
            writer.finish();
        }
        RoundTripTest.compare(file, schema, rows);
    }

    /** What looks like a number of 64 bits if one looks at half of it. */
    @Test
    void numbersBeyond64Bits() throws IOException {
        Type type = Type.decimal(38, 0);
        List<Object[]> rows = new ArrayList<>();
        Field[] fields = new Field[4];
        BigInteger half = BigInteger.ONE.shiftLeft(63);
        BigInteger[] values = {
            half,
            half.shiftLeft(1).subtract(BigInteger.TWO),
            half.add(BigInteger.TWO).negate(),
            half.negate()
        };
        for (int i = 0; i < fields.length; i++) {
            fields[i] = Field.required("c" + i, type);
        }
        rows.add(Arrays.stream(values).map(BigDecimal::new).toArray());
        Schema schema = Schema.of(fields);
        Path file = folder.resolve("f");
        RoundTripTest.write(file, schema, rows, WriterOptions.DEFAULT, new Random(1), 1);
        RoundTripTest.compare(file, schema, rows);
    }
}
