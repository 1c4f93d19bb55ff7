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
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.RangeSources;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters on columns with new values keep the rows that a loop over the changed rows keeps. */
class OverlayFilterTest {
    private static final int VECTOR = 4096;
    private static final int ROWS = 6 * VECTOR + 100;
    private static final Type LONG = Type.of(TypeKind.INT64);
    private static final Type STRING = Type.of(TypeKind.STRING);
    private static final Schema SCHEMA = Schema.of(Field.nullable("n", LONG), Field.nullable("word", STRING));
    /** The new value of the last row, which no other row has. */
    private static final long LAST = 6100;
    /** Entries of a dictionary of new words. */
    private static final List<String> WORDS = List.of("w1", "x", "xy", "w7");

    @TempDir
    Path folder;

    private final List<Object[]> rows = new ArrayList<>(ROWS);
    private Path path = Path.of("");

    /** Values that ascend from vector to vector; nulls from the third on. */
    @BeforeEach
    void write() throws IOException {
        for (int i = 0; i < ROWS; i++) {
            boolean isNull = i >= 2 * VECTOR && i % 13 == 0;
            rows.add(new Object[] {isNull ? null : (long) (i / VECTOR * 1000 + i % 7), isNull ? null : "w" + i % 5});
        }
        path = folder.resolve("table");
        Tables.write(path, SCHEMA, rows, WriterOptions.DEFAULT.withVectorsPerZone(1));
    }

    /** Three rows, then a whole vector, none, two, a run across words of a mask, each third, and the last one. */
    private static int[] places() {
        return IntStream.range(0, ROWS)
                .filter(row -> switch (row / VECTOR) {
                    case 0 -> row % 1700 == 5;
                    case 1 -> true;
                    case 2 -> false;
                    case 3 -> row % 2048 == 63;
                    case 4 -> row % VECTOR >= 60 && row % VECTOR < 67;
                    case 5 -> row % 3 == 0;
                    default -> row == ROWS - 1;
                })
                .toArray();
    }

    private static ColumnVector plain(List<String> words, boolean[] nulls) {
        byte[] data = String.join("", words).getBytes(StandardCharsets.UTF_8);
        int[] offsets = new int[words.size() + 1];
        for (int i = 0; i < words.size(); i++) {
            offsets[i + 1] = offsets[i] + words.get(i).length();
        }
        return new BytesVector(STRING, data, offsets, nulls, words.size());
    }

    /** Changes the rows of the model, and returns the same changes. */
    private RowChanges change() {
        int[] places = places();
        long[] numbers = new long[places.length];
        int[] ids = new int[places.length];
        boolean[] nulls = new boolean[places.length];
        for (int i = 0; i < places.length; i++) {
            int vector = places[i] / VECTOR;
            boolean isLast = i == places.length - 1;
            nulls[i] = vector > 0 && i % 11 == 0 && !isLast;
            numbers[i] = i == 1 ? -1 : isLast ? LAST : vector * 1000L + i % 9;
            ids[i] = i % WORDS.size();
            rows.set(places[i], new Object[] {nulls[i] ? null : numbers[i], nulls[i] ? null : WORDS.get(ids[i])});
        }
        BytesVector dictionary = (BytesVector) plain(WORDS, ColumnVector.NO_NULLS);
        long[] at = IntStream.of(places).asLongStream().toArray();
        return RowChanges.builder()
                .modify("n", at, new LongVector(LONG, numbers, nulls, at.length))
                .modify("word", at, new BytesVector(STRING, ids, dictionary, nulls, at.length))
                .build();
    }

    private void check(StoaFile file, RowChanges changes, Filter filter, IntPredicate wanted) throws IOException {
        List<Integer> found = new ArrayList<>();
        try (Scan scan = file.scan().select().changes(changes).filter(filter).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    found.add((int) batch.firstRow() + batch.selected(i));
                }
            }
        }
        List<Integer> expected = IntStream.range(0, ROWS).filter(wanted).boxed().toList();
        assertEquals(expected, found, filter::toString);
        long counted =
                file.scan().select().changes(changes).filter(filter).aggregate().rows();
        assertEquals(expected.size(), counted, filter::toString);
    }

    private IntPredicate n(LongPredicate predicate) {
        return row -> rows.get(row)[0] != null && predicate.test((Long) rows.get(row)[0]);
    }

    private IntPredicate word(Predicate<String> predicate) {
        return row -> rows.get(row)[1] != null && predicate.test((String) rows.get(row)[1]);
    }

    private void check(StoaFile file, RowChanges changes) throws IOException {
        IntPredicate isNull = row -> rows.get(row)[0] == null;
        for (long value : new long[] {-1, 0, 3, 8, 999, 1003, 1008, 2003, 3005, 4001, 5002, 6004, LAST}) {
            check(file, changes, Filter.equal("n", value), n(n -> n == value));
            check(file, changes, Filter.not(Filter.equal("n", value)), n(n -> n != value));
            check(file, changes, Filter.less("n", value), n(n -> n < value));
            check(file, changes, Filter.greaterOrEqual("n", value), n(n -> n >= value));
            check(
                    file,
                    changes,
                    Filter.not(Filter.nullSafeEqual("n", value)),
                    n(n -> n == value).negate());
        }
        check(file, changes, Filter.isNull("n"), isNull);
        check(file, changes, Filter.isNotNull("word"), isNull.negate());
        check(file, changes, Filter.in("word", List.of("w1", "xy")), word(Set.of("w1", "xy")::contains));
        check(file, changes, Filter.startsWith("word", "x"), word(word -> word.startsWith("x")));
        check(file, changes, Filter.not(Filter.contains("word", "w")), word(word -> !word.contains("w")));
        check(
                file,
                changes,
                Filter.and(Filter.equal("word", "w7"), Filter.greater("n", 3000)),
                word("w7"::equals).and(n(n -> n > 3000)));
        check(
                file,
                changes,
                Filter.or(Filter.equal("word", "x"), Filter.less("n", 2)),
                word("x"::equals).or(n(n -> n < 2)));
    }

    @Test
    void rowsWithNewValuesAreFiltered() throws IOException {
        RowChanges changes = change();
        try (StoaFile file = Tables.open(path)) {
            check(file, changes);
        }
    }

    /** An index knows the old values only. */
    @Test
    void newValuesAreFoundBesideAnIndex() throws IOException {
        try (StoaFile file = Tables.open(path)) {
            for (String column : List.of("n", "word")) {
                Path index = folder.resolve(column);
                Tables.writeIndex(index, path, ColumnPath.of(column), folder, "test");
                assertTrue(file.addIndex(RangeSources.open(index)));
            }
            check(file, change());
        }
    }
}
