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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.writer.WriterOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Files that declare an order which their rows don't have: verification names the first row that breaks it. */
@Tag("once")
class DeclaredOrderTest {
    private static final Schema SCHEMA = Schema.of(
            Field.nullable("a", Type.of(TypeKind.INT32)),
            Field.nullable("b", Type.of(TypeKind.STRING)),
            Field.nullable("l", Type.list(Field.nullable("element", Type.of(TypeKind.INT32)))));

    @TempDir
    Path folder;

    private static int compare(Object[] one, Object[] other, Properties.SortColumn sort) {
        Comparator<Comparable<Object>> values = Comparator.naturalOrder();
        if (sort.descending()) {
            values = values.reversed();
        }
        return (sort.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values))
                .compare(value(one, sort), value(other, sort));
    }

    @SuppressWarnings("unchecked") // they are
    private static Comparable<Object> value(Object[] row, Properties.SortColumn sort) {
        return (Comparable<Object>) row[sort.node()];
    }

    /** What verification says of rows with a declared order that their writer did not know. */
    private List<String> problems(List<Object[]> rows, List<Properties.SortColumn> order) throws Exception {
        Path path = folder.resolve("file");
        Tables.write(path, SCHEMA, rows, WriterOptions.DEFAULT);
        MutableFile file = new MutableFile(Files.readAllBytes(path));
        Files.delete(path);
        Properties sound =
                Properties.read(ByteBuffer.wrap(file.properties).order(ByteOrder.LITTLE_ENDIAN), 4, "properties");
        file.properties = new Properties(sound.createdBy(), sound.encodings(), order, sound.keyValues()).toBytes();
        return HostileReads.verify(file.toBytes()).stream()
                .map(Verifier.Problem::toString)
                .toList();
    }

    @ParameterizedTest
    @Seeds(40)
    void theFirstRowThatBreaksItIsNamed(long seed) throws Exception {
        Random random = new Random(seed);
        List<Properties.SortColumn> order = new ArrayList<>();
        for (int node : random.nextBoolean() ? new int[] {0, 1} : new int[] {1, 0}) {
            order.add(new Properties.SortColumn(node, random.nextBoolean(), random.nextBoolean()));
        }
        if (random.nextInt(3) == 0) {
            order.remove(1);
        }
        int[] counts = {0, 1, 2, 7, 4096, 4097, 5000};
        int count = counts[random.nextInt(counts.length)];
        int distinct = 1 + random.nextInt(40);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Object[] {
                random.nextInt(8) == 0 ? null : random.nextInt(distinct),
                random.nextInt(8) == 0 ? null : "text " + random.nextInt(distinct),
                null
            });
        }
        rows.sort((one, other) -> order.stream()
                .mapToInt(sort -> compare(one, other, sort))
                .filter(c -> c != 0)
                .findFirst()
                .orElse(0));
        if (count > 1 && random.nextInt(4) > 0) {
            int at = count > 4096 && random.nextBoolean() ? 4095 : random.nextInt(count - 1);
            Collections.swap(rows, at, random.nextBoolean() ? at + 1 : random.nextInt(count));
        }
        assertEquals(expected(rows, order), problems(rows, order), "seed " + seed);
    }

    private static List<String> expected(List<Object[]> rows, List<Properties.SortColumn> order) {
        for (int i = 1; i < rows.size(); i++) {
            for (Properties.SortColumn sort : order) {
                int compared = compare(rows.get(i - 1), rows.get(i), sort);
                if (compared > 0) {
                    return List.of("row " + i + ": it comes after a row that must follow it by the declared order of '"
                            + SCHEMA.fields().get(sort.node()).name() + "'");
                } else if (compared < 0) {
                    break;
                }
            }
        }
        return List.of();
    }

    /** Rows of more bytes than are compared at once. */
    @Test
    void longValuesAreCompared() throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            char[] text = new char[1_000_000];
            Arrays.fill(text, 'x');
            text[text.length - 1] = (char) ('a' + i);
            rows.add(new Object[] {i, new String(text), null});
        }
        List<Properties.SortColumn> order = List.of(new Properties.SortColumn(1, false, true));
        assertEquals(List.of(), problems(rows, order));
        Collections.swap(rows, 19, 20);
        assertEquals(expected(rows, order), problems(rows, order));
    }

    @Test
    void aColumnWithoutAnOrderCanNotBeOneOfIt() throws Exception {
        List<Object[]> rows = List.<Object[]>of(new Object[] {1, "a", List.of(2, 1)});
        for (int node : new int[] {2, 3}) {
            List<String> found = problems(rows, List.of(new Properties.SortColumn(node, false, true)));
            assertEquals(1, found.size(), found.toString());
            assertEquals(
                    "properties: sort column '" + (node == 2 ? "l" : "l.element") + "' has no order in the table",
                    found.get(0));
        }
    }
}
