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
import dev.stoa.reader.MutableNode.Part;
import dev.stoa.vio.RangeSource;
import dev.stoa.writer.WriterOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that are too long to be in memory together, and what a vector leaves to the next one. */
final class VerifiedWindowsTest {
    private static final int LONGEST = 9 << 20;
    private static final int LONG = 1_500_000;
    private static final int SHORTER = 1_400_000;

    @TempDir
    Path folder;

    private MutableFile write(Schema schema, List<Object[]> rows, int zoneVectors) throws Exception {
        Path path = folder.resolve("file");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT.withVectorsPerZone(zoneVectors));
        MutableFile file = new MutableFile(Files.readAllBytes(path));
        Files.delete(path);
        return file;
    }

    private static List<String> problems(MutableFile file) throws Exception {
        try (RangeSource source = HostileReads.source(file.toBytes())) {
            return Verifier.verify(source, (done, all) -> {}).stream()
                    .map(Verifier.Problem::toString)
                    .toList();
        }
    }

    /** Rows 2 and 9 are null, row 4 is longer than all that is read of a vector at once, row 7 is longer than the rest. */
    private MutableFile longTexts() throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int length = i == 4 ? LONGEST : i == 7 ? LONG : SHORTER;
            rows.add(new Object[] {i == 2 || i == 9 ? null : "x".repeat(length)});
        }
        return write(Schema.of(Field.nullable("v", Type.sized(TypeKind.VARCHAR, LONGEST))), rows, 1);
    }

    @Test
    void longValuesAreVerifiedPieceByPiece() throws Exception {
        assertEquals(List.of(), problems(longTexts()));
        assertEquals(
                List.of("column 'v': it has 2 nulls, its record says 3"),
                problems(longTexts().node(0, Part.NULL_COUNT, 3)));
    }

    @Test
    void aWrongValueAmongLongOnesIsNamed() throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 13; i++) { // the last piece has fewer rows than the others
            rows.add(new Object[] {"x".repeat(i == 7 ? LONG : SHORTER)});
        }
        MutableFile file = write(Schema.of(Field.nullable("v", Type.sized(TypeKind.VARCHAR, LONG))), rows, 1);
        assertEquals(
                List.of("column 'v', row 7: its value is none of varchar(" + SHORTER
                        + "); later rows of the column are not named"),
                problems(file.node(0, Part.PRECISION, SHORTER)));
    }

    /** The structs of the first vector that are null say nothing about those of the second. */
    @Test
    void eachVectorHasItsOwnNullStructs() throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(new Object[] {i == 10 ? null : new Object[] {i}});
        }
        Type struct = Type.struct(List.of(Field.nullable("a", Type.of(TypeKind.INT32))));
        assertEquals(List.of(), problems(write(Schema.of(Field.nullable("s", struct)), rows, 1)));
    }

    @Test
    void aZoneOfTwoVectorsIsNamedByItsFirstRow() throws Exception {
        Type type = Type.of(TypeKind.INT32);
        List<Object[]> rows = new ArrayList<>();
        List<Object[]> others = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            rows.add(new Object[] {i});
            others.add(new Object[] {i == 8192 ? 8193 : i});
        }
        Schema schema = Schema.of(Field.required("n", type));
        byte[] wrong = write(schema, others, 2).minMaxes.get(0);
        assertEquals(
                List.of("column 'n', MinMax of zone 1 (rows from 8192): a value is below its min"),
                problems(write(schema, rows, 2).minMax(0, wrong)));
    }
}
