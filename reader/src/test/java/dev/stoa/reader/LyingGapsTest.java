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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.ColumnIndex.Extent;
import dev.stoa.writer.WriterOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose parts are all right, but not where they must be: no scan notices, verification does. */
final class LyingGapsTest {
    private static final Type INT64 = Type.of(TypeKind.INT64);
    /** So many columns take two pages of nodes. */
    private static final int COLUMNS = 40;

    private static final int SECOND_PAGE = 32;

    @TempDir
    Path folder;

    private MutableFile wide() throws Exception {
        List<Field> fields = IntStream.range(0, COLUMNS)
                .mapToObj(i -> Field.required("c" + i, INT64))
                .toList();
        Path path = folder.resolve("wide");
        Object[] row = new Object[COLUMNS];
        Arrays.fill(row, 7L);
        Tables.write(path, new Schema(fields), List.<Object[]>of(row), WriterOptions.DEFAULT);
        MutableFile file = new MutableFile(Files.readAllBytes(path));
        Files.delete(path);
        return file;
    }

    private static List<String> problems(MutableFile file) {
        return HostileReads.verify(file.toBytes()).stream()
                .map(Verifier.Problem::toString)
                .toList();
    }

    private static void onlyProblem(MutableFile file, String text) {
        List<String> problems = problems(file);
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains(text), problems::toString);
    }

    @Test
    void indexesFollowEachOtherUpToMinMax() throws Exception {
        assertEquals(List.of(), problems(wide()));
        MutableFile between = wide();
        between.indexGaps.put(SECOND_PAGE, 3);
        onlyProblem(between, "column 'c32': its index starts at byte ");
        MutableFile after = wide();
        after.indexGaps.put(COLUMNS, 3);
        onlyProblem(after, "column indexes: they end at byte ");
    }

    @Test
    void minMaxFollowsUpToTheFooter() throws Exception {
        MutableFile before = wide();
        before.minMaxGaps.put(0, 3);
        onlyProblem(before, "column 'c0': its MinMax starts at byte ");
        MutableFile between = wide();
        between.minMaxGaps.put(SECOND_PAGE, 3);
        onlyProblem(between, "column 'c32': its MinMax starts at byte ");
        MutableFile after = wide();
        after.minMaxGaps.put(COLUMNS, 3);
        onlyProblem(after, "MinMax: it ends at byte ");
    }

    @Test
    void pagesOfNodesFollowEachOther() throws Exception {
        MutableFile file = wide();
        file.pageGap = 3;
        onlyProblem(file, "the pages do not follow each other");
    }

    /** A small file has no index of field ids, which would tell. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void fieldIdsAreCounted(int more) throws Exception {
        MutableFile file = new MutableFile(SmallFiles.bytes(SmallFiles.Kind.FLAT));
        file.fieldIds += more;
        onlyProblem(file, "tail: it counts " + file.fieldIds + " nodes with a field id, there are 2");
    }

    /** Each extent of a column has its own end. */
    @Test
    void extentsOfOneColumnOverlap() throws Exception {
        Random random = new Random(1);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 4 * 4096; i++) {
            rows.add(new Object[] {random.nextLong()});
        }
        Path path = folder.resolve("long");
        Tables.write(path, Schema.of(Field.required("n", INT64)), rows, WriterOptions.DEFAULT.withSizes(1024, 4096));
        MutableFile sound = new MutableFile(Files.readAllBytes(path));
        assertEquals(List.of(), problems(sound));
        ColumnIndex index = sound.index(0, INT64);
        assertEquals(4, index.extents().size());
        for (int i = 1; i < 3; i++) {
            for (int by : new int[] {-1, 1}) {
                MutableFile file = new MutableFile(Files.readAllBytes(path));
                IndexParts parts = new IndexParts(index, false);
                Extent extent = parts.extents.get(i);
                parts.extents.set(i, new Extent(extent.offset() + by, extent.granules()));
                long at =
                        by < 0 ? extent.offset() - 1 : parts.extents.get(i + 1).offset();
                String overlap = "byte " + at + ": granules of 'n' and granules of 'n' overlap";
                List<String> problems = problems(file.index(0, parts.bytes()));
                assertEquals(
                        List.of(overlap),
                        problems.stream().filter(p -> p.endsWith("overlap")).toList());
            }
        }
    }
}
