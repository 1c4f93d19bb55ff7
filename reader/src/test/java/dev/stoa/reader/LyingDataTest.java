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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.MutableNode.Part;
import dev.stoa.writer.WriterOptions;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a scan can't notice, since checksums and structure are right, verification does: and says where. */
final class LyingDataTest {
    @TempDir
    Path folder;

    private static final Type INT32 = Type.of(TypeKind.INT32);
    private static final Type FLOAT64 = Type.of(TypeKind.FLOAT64);
    private static final Type STRING = Type.of(TypeKind.STRING);

    private static MutableFile file(SmallFiles.Kind kind) throws Exception {
        return new MutableFile(SmallFiles.bytes(kind));
    }

    /** Verification finds something, and one of the problems has all these words. */
    private static void found(MutableFile file, String... words) {
        List<Verifier.Problem> problems = HostileReads.verify(file.toBytes());
        assertFalse(problems.isEmpty(), "nothing is found");
        boolean named = problems.stream().anyMatch(p -> List.of(words).stream().allMatch(p.toString()::contains));
        assertTrue(named, () -> List.of(words) + " are not in one of " + problems);
    }

    private static MinMax minMax(MutableFile file, int node, Type type) throws StoaException {
        return MinMax.read(
                ByteBuffer.wrap(file.minMaxes.get(node)), type, file.rowSet(0).zones(), "MinMax");
    }

    @Test
    void soundFilesAreSound() throws Exception {
        for (SmallFiles.Kind kind : SmallFiles.Kind.values()) {
            assertEquals(List.of(), HostileReads.verify(file(kind).toBytes()), kind.toString());
        }
    }

    @Test
    void nullCounts() throws Exception {
        long nulls = file(SmallFiles.Kind.FLAT).get(1, Part.NULL_COUNT);
        for (long lie : new long[] {0, nulls - 1, nulls + 1, 5000}) {
            found(file(SmallFiles.Kind.FLAT).node(1, Part.NULL_COUNT, lie), "column 'n'", "nulls");
        }
        MutableFile file = file(SmallFiles.Kind.FLAT);
        MinMax sound = minMax(file, 1, INT32);
        long[] counts = sound.nullCounts().clone();
        counts[1]++;
        found(
                file.minMax(1, with(sound, sound.flags(), counts, values(sound.min()), values(sound.max()))),
                "column 'n'",
                "zone 1",
                "nulls");
    }

    private static int[] values(Object vector) {
        return ((IntVector) vector).values().clone();
    }

    private static byte[] with(MinMax sound, byte[] flags, long[] nullCounts, int[] min, int[] max) {
        int zones = sound.zones();
        boolean[] none = new boolean[zones];
        return new MinMax(
                        flags,
                        nullCounts,
                        new long[0],
                        new IntVector(INT32, min, none, zones),
                        new IntVector(INT32, max, none, zones),
                        0)
                .toBytes(INT32);
    }

    @Test
    void boundsThatLeaveValuesOut() throws Exception {
        for (int zone = 0; zone < 2; zone++) {
            MutableFile file = file(SmallFiles.Kind.FLAT);
            MinMax sound = minMax(file, 1, INT32);
            int[] min = values(sound.min());
            min[zone]++;
            byte[] entry = with(sound, sound.flags(), sound.nullCounts(), min, values(sound.max()));
            found(file.minMax(1, entry), "column 'n'", "zone " + zone + " (rows from " + 4096 * zone, "below its min");
            int[] max = values(sound.max());
            max[zone]--;
            entry = with(sound, sound.flags(), sound.nullCounts(), values(sound.min()), max);
            found(file(SmallFiles.Kind.FLAT).minMax(1, entry), "column 'n'", "zone " + zone, "above its max");
            max[zone] += 2;
            entry = with(sound, sound.flags(), sound.nullCounts(), values(sound.min()), max);
            found(file(SmallFiles.Kind.FLAT).minMax(1, entry), "column 'n'", "zone " + zone, "exact max");
            min[zone] -= 2;
            entry = with(sound, sound.flags(), sound.nullCounts(), min, values(sound.max()));
            found(file(SmallFiles.Kind.FLAT).minMax(1, entry), "column 'n'", "zone " + zone, "exact min");
        }
    }

    /** A bound that is not said to be a value may be beyond all of them. */
    @Test
    void boundsThatAreNotExactAreSound() throws Exception {
        MinMax sound = minMax(file(SmallFiles.Kind.FLAT), 1, INT32);
        byte[] flags = {MinMax.HAS_MIN | MinMax.HAS_MAX, MinMax.HAS_MIN | MinMax.HAS_MAX};
        int[] min = values(sound.min());
        int[] max = values(sound.max());
        min[1]--;
        max[0]++;
        MutableFile file = file(SmallFiles.Kind.FLAT).minMax(1, with(sound, flags, sound.nullCounts(), min, max));
        assertEquals(List.of(), HostileReads.verify(file.toBytes()));
    }

    @Test
    void countsOfNaNAndBytes() throws Exception {
        MinMax sound = minMax(file(SmallFiles.Kind.FLAT), 4, FLOAT64);
        long[] counts = sound.nanCounts().clone();
        counts[1]++;
        MinMax nan = new MinMax(sound.flags(), sound.nullCounts(), counts, sound.min(), sound.max(), 0);
        found(file(SmallFiles.Kind.FLAT).minMax(4, nan.toBytes(FLOAT64)), "column 'f'", "zone 1", "0 NaNs");
        MinMax text = minMax(file(SmallFiles.Kind.TEXT), 2, STRING);
        MinMax longer = new MinMax(
                text.flags(), text.nullCounts(), text.nanCounts(), text.min(), text.max(), text.totalLength() + 1);
        found(
                file(SmallFiles.Kind.TEXT).minMax(2, longer.toBytes(STRING)),
                "column 'note'",
                text.totalLength() + " bytes, it says " + (text.totalLength() + 1));
    }

    @Test
    void storedBytes() throws Exception {
        for (long lie : new long[] {0, 1, 1000}) {
            found(file(SmallFiles.Kind.TEXT).node(0, Part.STORED_BYTES, lie), "column 'city'", "stores");
        }
    }

    @Test
    void extentsThatOverlap() throws Exception {
        MutableFile file = file(SmallFiles.Kind.TEXT);
        file.index(3, file.indexes.get(0));
        byte[] city = file.minMaxes.get(0);
        file.minMax(3, city);
        found(file, "overlap", "'city'", "'same'");
    }

    @Test
    void entriesOfADictionaryThatAreEqual() throws Exception {
        MutableFile file = file(SmallFiles.Kind.TEXT);
        ColumnIndex.DictionaryPart part = file.index(0, STRING).dictionaries().get(0);
        int end = (int) part.offset() + part.length();
        file.data[end - 1] = file.data[end - 1 - "city n".length()];
        file.signData(0, STRING);
        found(file, "column 'city'", "dictionary 0", "byte " + part.offset());
    }

    @Test
    void aRequiredFieldThatIsNull() throws Exception {
        MutableFile file = file(SmallFiles.Kind.FLAT);
        file.node(1, Part.FLAGS, file.get(1, Part.FLAGS) & ~1);
        found(file, "column 'n'", "null");
    }

    @Test
    void aDamagedPageOrGranuleIsNamedWithItsPlace() throws Exception {
        MutableFile file = file(SmallFiles.Kind.PAGED);
        ColumnIndex index = file.index(0, STRING);
        long granule = index.granuleOffset(0);
        long page = granule + index.granuleLength(0);
        byte[] bytes = file.toBytes();
        bytes[(int) page + 3] ^= 1;
        assertEquals(
                1, HostileReads.verify(bytes).size(), HostileReads.verify(bytes).toString());
        String text = HostileReads.verify(bytes).get(0).toString();
        assertTrue(text.contains("column 'doc'") && text.contains("page 0 of vector 0"), text);
        assertTrue(text.contains("byte " + page), text);
        bytes[(int) page + 3] ^= 1;
        bytes[(int) granule] ^= 1;
        text = HostileReads.verify(bytes).get(0).toString();
        assertTrue(text.contains("granule 0 (vectors 0..0)") && text.contains("byte " + granule), text);
    }

    @Test
    void encodingsThatAreNotDeclared() throws Exception {
        MutableFile file = file(SmallFiles.Kind.FLAT);
        ByteSink out = new ByteSink();
        out.text("x");
        for (int i = 0; i < 4; i++) {
            out.varint(0);
        }
        out.u32(0);
        file.properties = out.toByteArray();
        Encoding used = file.index(0, Type.of(TypeKind.INT64)).blocks().get(0).encoding();
        found(file, "not declared", "encoding " + used.id().code());
    }

    @Test
    void valuesThatTheTypeDoesNotHave() throws Exception {
        MutableFile file = file(SmallFiles.Kind.TEXT).node(1, Part.PRECISION, 1);
        found(file, "column 'code', row 0", "its value is none of char(1); later rows of the column are not named");
        long named = HostileReads.verify(file.toBytes()).stream()
                .filter(problem -> problem.what().startsWith("its value is none"))
                .count();
        assertEquals(1, named);
    }

    @Test
    void aRequiredFieldOfAStructThatIsNull() throws Exception {
        int field = 8;
        MutableFile file = file(SmallFiles.Kind.NESTED);
        file.node(field, Part.FLAGS, file.get(field, Part.FLAGS) & ~1);
        found(file, "column 's.g', row 2", "it is null but must not be");
    }

    private static MutableFile file(Schema schema, List<Object[]> rows) throws Exception {
        Path path = Files.createTempFile("stoa", "lying");
        try {
            Files.delete(path);
            Tables.write(path, schema, rows, WriterOptions.DEFAULT.withVectorsPerZone(1));
            return new MutableFile(Files.readAllBytes(path));
        } finally {
            Files.delete(path);
        }
    }

    /** The field of a struct has the values of a column without nulls. */
    @Test
    void aValueInANullStruct() throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(new Object[] {i == 4100 ? null : new Object[] {i}, i});
        }
        Schema schema = Schema.of(
                Field.nullable("s", Type.struct(List.of(Field.nullable("a", INT32)))), Field.required("b", INT32));
        MutableFile file = file(schema, rows);
        assertEquals(List.of(), HostileReads.verify(file.toBytes()));
        file.index(1, file.indexes.get(2)).minMax(1, file.minMaxes.get(2));
        file.node(1, Part.NULL_COUNT, 0).node(1, Part.STORED_BYTES, file.get(2, Part.STORED_BYTES));
        found(file, "column 's.a', row 4100", "it has a value in a null struct");
    }

    @Test
    void nullsOfAColumnWithoutValues() throws Exception {
        Schema schema = Schema.of(Field.nullable("x", Type.of(TypeKind.NULL)), Field.required("b", INT32));
        List<Object[]> rows = List.of(new Object[] {null, 1}, new Object[] {null, 2});
        assertEquals(List.of(), HostileReads.verify(file(schema, rows).toBytes()));
        found(file(schema, rows).node(0, Part.NULL_COUNT, 1), "column 'x'", "it has 2 nulls, its record says 1");
    }

    /** The first zone has nulls only. */
    @Test
    void boundsOfAZoneWithoutValues() throws Exception {
        Schema schema = Schema.of(Field.nullable("n", INT32));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(new Object[] {i < 4096 ? null : i});
        }
        MutableFile file = file(schema, rows);
        MinMax sound = minMax(file, 0, INT32);
        for (byte flags : new byte[] {MinMax.HAS_MIN, MinMax.HAS_MAX}) {
            byte[] lie = {flags, sound.flags()[1]};
            int[] values = {0, 0};
            values[1] = values(sound.min())[1];
            int[] most = {0, values(sound.max())[1]};
            file.minMax(0, with(sound, lie, sound.nullCounts(), values, most));
            found(file, "column 'n'", "zone 0", "it has bounds, but there are no values");
        }
    }

    /** An index of 300 columns, of which the first entry is another one. */
    private static void lie(byte[] index) {
        for (int at = 0; at < 4; at++) {
            index[at] ^= 1;
        }
        int page = 256 * 8;
        MutableFile.le(index).putInt(page, dev.stoa.format.internal.meta.Layout.crc(index, 0, page));
    }

    @Test
    void indexesOfNamesAndFieldIdsThatMissOne() throws Exception {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            fields.add(Field.nullable("c" + i, INT32).withFieldId(i + 1));
        }
        Path path = folder.resolve("wide");
        Tables.write(path, new Schema(fields), List.of(), WriterOptions.DEFAULT);
        MutableFile file = new MutableFile(Files.readAllBytes(path));
        assertEquals(List.of(), HostileReads.verify(file.toBytes()));
        lie(file.nameIndex);
        found(file, "name index", "byte ");
        file = new MutableFile(Files.readAllBytes(path));
        lie(file.fieldIdIndex);
        found(file, "field-id index", "byte ");
    }
}
