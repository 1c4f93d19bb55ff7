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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Some columns of a file, found by field ids and names, without a look at the others. */
final class SomeColumnsTest {
    private static final Type INT = Type.of(TypeKind.INT32);

    /** More nodes than fit in a file without indexes of names and ids. */
    private static final int WIDE = 1000;

    private static final int NARROW = 20;

    @TempDir
    Path folder;

    private Path file(List<Field> fields) throws IOException {
        Path path = folder.resolve(fields.size() + ".stoa");
        Files.deleteIfExists(path);
        Tables.write(path, new Schema(fields), List.of(), WriterOptions.DEFAULT);
        return path;
    }

    /** Columns with ids that do not ascend, and one id that is far from the others. */
    private static List<Field> fields(int count) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(Field.nullable("c" + i, INT).withFieldId(i == 3 ? 1_000_000 : 2 * (count - i)));
        }
        return fields;
    }

    @ParameterizedTest
    @ValueSource(ints = {NARROW, WIDE})
    void findsByIdAndByNameInTheOrderOfTheFile(int count) throws IOException {
        List<Field> fields = fields(count);
        try (StoaFile file = Tables.open(file(fields))) {
            SomeColumns found = file.columns(Set.of(2 * count, 1_000_000, 3, -5), Set.of("c7", "c1", "none"));
            assertEquals(
                    new Schema(List.of(fields.get(0), fields.get(1), fields.get(3), fields.get(7))), found.schema());
            assertTrue(found.hasUniqueIds());
            assertEquals(
                    new Schema(List.of()), file.columns(Set.of(1), Set.of()).schema());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {NARROW, WIDE})
    void idsThatDoNotTellColumnsApartFindNothing(int count) throws IOException {
        for (int id : new int[] {0, -1, 2}) {
            List<Field> fields = fields(count);
            fields.set(0, Field.nullable("c0", INT).withFieldId(id));
            try (StoaFile file = Tables.open(file(fields))) {
                SomeColumns found = file.columns(Set.of(2, 4), Set.of("c5"));
                assertFalse(found.hasUniqueIds());
                assertEquals(new Schema(List.of(fields.get(5))), found.schema());
            }
        }
        List<Field> plain = fields(count).stream()
                .map(field -> Field.nullable(field.name(), INT))
                .toList();
        try (StoaFile file = Tables.open(file(plain))) {
            assertFalse(file.columns(Set.of(2), Set.of()).hasUniqueIds());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {NARROW, WIDE})
    void findsTopLevelColumnsOnlyWithAllTheirFields(int count) throws IOException {
        List<Field> fields = fields(count);
        Type inner = Type.struct(List.of(Field.nullable("c1", INT).withFieldId(77_777)));
        fields.set(
                9,
                Field.nullable("s", Type.list(Field.nullable("element", inner).withFieldId(77_778)))
                        .withFieldId(9999));
        try (StoaFile file = Tables.open(file(fields))) {
            SomeColumns found = file.columns(Set.of(77_777, 77_778, 9999), Set.of());
            assertEquals(new Schema(List.of(fields.get(9))), found.schema());
            assertTrue(found.hasUniqueIds());
        }
        fields.set(
                9,
                Field.nullable("s", Type.struct(List.of(Field.nullable("x", INT).withFieldId(2))))
                        .withFieldId(9999));
        try (StoaFile file = Tables.open(file(fields))) {
            assertFalse(file.columns(Set.of(), Set.of()).hasUniqueIds(), "a field has the id of a column");
        }
    }

    @Test
    void readsOnlyTheNodesThatItFinds() throws IOException {
        try (StoaFile file = Tables.open(file(fields(WIDE)))) {
            long before = file.knownBytes();
            assertEquals(
                    2, file.columns(Set.of(2, 4), Set.of()).schema().fields().size());
            long found = file.knownBytes() - before;
            file.schema();
            long all = file.knownBytes() - before;
            assertTrue(20 * found < all, found + " of " + all + " bytes");
        }
    }

    @Test
    void anIndexThatLeadsToAnotherColumnIsRefused() throws IOException {
        refused(new int[] {1, 0}, new int[] {2 * WIDE, 2 * WIDE - 2}, "leads from the id");
    }

    @Test
    void anIndexOutOfOrderIsRefused() throws IOException {
        refused(new int[] {0, WIDE}, new int[] {2 * WIDE, 2 * WIDE - 2}, "is out of range or not in order");
    }

    /** Lies about the nodes of two ids in the field-id index, with correct checksums. */
    private void refused(int[] nodes, int[] ids, String words) throws IOException {
        MutableFile lying = new MutableFile(Files.readAllBytes(file(fields(WIDE))));
        int[] allNodes = new int[WIDE];
        int[] allIds = new int[WIDE];
        for (int i = 0; i < WIDE; i++) {
            allNodes[i] = i;
            allIds[i] = i == 3 ? 1_000_000 : 2 * (WIDE - i);
        }
        for (int i = 0; i < nodes.length; i++) {
            allIds[i] = ids[i];
            allNodes[i] = nodes[i];
        }
        lying.fieldIdIndex = PagedIndex.ofFieldIds(allNodes, allIds);
        try (StoaFile file = StoaFile.open(HostileReads.source(lying.toBytes()))) {
            String message = assertThrows(CorruptFileException.class, () -> file.columns(Set.of(2 * WIDE), Set.of()))
                    .getMessage();
            assertTrue(message.contains("field-id index (byte ") && message.contains(words), message);
        }
    }

    @Test
    void anUnknownTypeRefusesItsColumnOnly() throws IOException {
        MutableFile later = new MutableFile(Files.readAllBytes(file(fields(WIDE))));
        later.node(0, MutableNode.Part.TYPE, 200);
        try (StoaFile file = StoaFile.open(HostileReads.source(later.toBytes()))) {
            assertEquals(
                    1,
                    file.columns(Set.of(2 * WIDE - 2), Set.of())
                            .schema()
                            .fields()
                            .size());
            assertThrows(UnsupportedFileException.class, () -> file.columns(Set.of(2 * WIDE), Set.of()));
        }
    }
}
