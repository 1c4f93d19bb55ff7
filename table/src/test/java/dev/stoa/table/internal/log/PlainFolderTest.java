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
package dev.stoa.table.internal.log;

import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.LostEntryException;
import dev.stoa.table.Rows;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Folders of files without a log. */
class PlainFolderTest {
    @TempDir
    Path path;

    private LocalFolder folder;

    @BeforeEach
    void write() throws IOException {
        folder = new LocalFolder(path);
        Rows.write(folder, "a.orc", Rows.schema(), row(1L, 1, "a"), row(2L, null, "b"));
        Rows.write(folder, "sub/000000_0", Rows.schema(), row(3L, 3, null));
        Files.writeString(path.resolve("_SUCCESS"), "");
        Files.writeString(path.resolve(".hidden"), "x");
    }

    private Snapshot open() throws IOException {
        return Table.open(folder, TableSettings.DEFAULT).snapshot();
    }

    @Test
    void anyNameWillDo() throws IOException {
        Table table = Table.open(folder, TableSettings.DEFAULT);
        assertTrue(table.isPlain());
        assertEquals(List.of("[1, 1, a]", "[2, null, b]", "[3, 3, null]"), read(table.snapshot()));
        assertEquals(3, table.snapshot().rowCount());
        assertEquals(List.of("[3]"), read(table.snapshot().scan().select("k").filter(Filter.greater("n", 1))));
        TableException e = assertThrows(TableException.class, () -> table.begin("insert"));
        assertTrue(e.getMessage().contains("adopt"), e.getMessage());
        Rows.write(folder, "later", Rows.schema(), row(4L, 4, "d"));
        assertEquals(4, table.snapshot().rowCount());
    }

    @Test
    void itHasOneVersion() throws IOException {
        Table table = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(0, table.snapshotAt(0).version());
        assertEquals(0, table.snapshotAt("0").version());
        assertEquals(3, read(table.snapshotAt(Instant.now().plusSeconds(1000))).size());
        assertEquals(List.of(), table.commits(5));
        for (long version : new long[] {-1, 1}) {
            TableException e = assertThrows(TableException.class, () -> table.snapshotAt(version));
            assertTrue(e.getMessage().endsWith("no version " + version + "; the newest is 0"), e.getMessage());
        }
        TableException e = assertThrows(TableException.class, () -> table.effect(0));
        assertTrue(e.getMessage().contains("version 0 does not exist"), e.getMessage());
    }

    @Test
    void oneFileIsATableOfItsOwn() throws IOException {
        Table file = Table.openFile(folder, "a.orc", TableSettings.DEFAULT);
        assertEquals(folder.id() + "/a.orc", file.toString());
        assertEquals(List.of("[1, 1, a]", "[2, null, b]"), read(file.snapshot()));
        assertEquals(Optional.empty(), file.folder().find("_SUCCESS"));
        assertEquals(
                2,
                file.folder().find("a.orc").stream().toList().size()
                        + file.folder().list("").size());
        assertEquals(List.of(), file.folder().list("sub"));
        for (Executable change : List.<Executable>of(
                () -> file.folder().create("b", SinkOptions.DEFAULT),
                () -> file.folder().delete("a.orc"))) {
            String message = assertThrows(IOException.class, change).getMessage();
            assertTrue(message.endsWith("a.orc: a single file is only read: name a folder"), message);
        }
        Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        TableException e =
                assertThrows(TableException.class, () -> Table.openFile(folder, "a.orc", TableSettings.DEFAULT));
        assertTrue(e.getMessage().contains("/a.orc: it is inside the table " + folder.id()), e.getMessage());
    }

    @Test
    void anyOtherFileIsAnError() throws IOException {
        Files.writeString(path.resolve("sub/readme.txt"), "a text");
        TableException e = assertThrows(TableException.class, this::open);
        assertTrue(e.getMessage().contains("sub/readme.txt"), e.getMessage());
    }

    @Test
    void hivesTransactionalFoldersAreRefused() throws IOException {
        for (String name :
                List.of("base_0000005", "delta_0000006_0000006_0000", "delete_delta_0000007_0000007", "base_5_v12")) {
            Files.createDirectory(path.resolve(name));
            TableException e = assertThrows(TableException.class, this::open, name);
            assertTrue(e.getMessage().contains(name) && e.getMessage().contains("Hive"), e.getMessage());
            Files.delete(path.resolve(name));
        }
        assertEquals(3, open().rowCount());
    }

    @Test
    void filesOfOneTableMayDiffer() throws IOException {
        Rows.write(
                folder,
                "wide",
                Schema.of(
                        Field.nullable("n", Rows.LONG),
                        Field.nullable("x", Rows.STRING),
                        Field.required("k", Rows.LONG)),
                row(1L << 40, "x", 9L));
        assertEquals(
                List.of("[1, 1, a, null]", "[2, null, b, null]", "[3, 3, null, null]", "[9, 1099511627776, null, x]"),
                read(open()));
        Rows.write(folder, "wrong", Schema.of(Field.nullable("n", Rows.STRING)));
        TableException e = assertThrows(TableException.class, this::open);
        assertTrue(e.getMessage().contains("wrong: column 'n' is string"), e.getMessage());
    }

    private boolean isNullable(String column) throws IOException {
        Schema schema = open().schema();
        return schema.fields().get(schema.indexOf(column).orElseThrow()).nullable();
    }

    /** The first file is the wider one, and the values of the others may be missing. */
    @Test
    void columnsAreWhatEachFileFits() throws IOException {
        assertFalse(isNullable("k"));
        Schema wide = Schema.of(
                Field.nullable("k", Rows.LONG), Field.required("n", Rows.LONG), Field.required("s", Rows.STRING));
        Rows.write(folder, "0", wide, row(9L, 1L << 40, "x"));
        assertTrue(isNullable("k"));
        assertTrue(isNullable("n"));
        assertEquals(List.of("[9, 1099511627776, x]", "[1, 1, a]", "[2, null, b]", "[3, 3, null]"), read(open()));
        Rows.write(folder, "00", Schema.of(new Field("k", Rows.LONG, false, OptionalInt.of(5))), row(1L));
        TableException e = assertThrows(TableException.class, this::open);
        String problem =
                "0: column 'k' is int64 with another field id, but earlier files have int64: the files belong to"
                        + " different tables";
        assertTrue(e.getMessage().endsWith(problem), e.getMessage());
    }

    @Test
    void aTableInsideIsRefused() throws IOException {
        Files.createDirectory(path.resolve("_stoa"));
        Files.writeString(path.resolve("sub/_stoa"), "a file");
        assertEquals(List.of("a.orc", "sub/000000_0"), PlainFolder.files(folder));
        Files.delete(path.resolve("sub/_stoa"));
        Files.createDirectory(path.resolve("sub/_stoa"));
        TableException e = assertThrows(TableException.class, () -> PlainFolder.files(folder));
        assertTrue(e.getMessage().contains("/sub: it is a table by itself"), e.getMessage());
    }

    /** Also such as have values in columns of their own, as other programs write them: without field ids. */
    @Test
    void variantsOfFilesWithoutIdsAreRead() throws IOException {
        Type binary = Type.of(TypeKind.BINARY);
        Field metadata = Field.required("metadata", binary);
        Field number = Field.required(
                "n", Type.struct(List.of(Field.nullable("value", binary), Field.nullable("typed_value", Rows.LONG))));
        Type shredded = Type.variant(List.of(
                metadata,
                Field.nullable("value", binary),
                Field.nullable("typed_value", Type.struct(List.of(number)))));
        Object[] value = {new byte[] {'m'}, null, new Object[] {new Object[] {null, 7L}}};
        LocalFolder other = new LocalFolder(path.resolve("variants"));
        Rows.write(
                other,
                "a",
                Schema.of(
                        Field.required("k", Rows.LONG),
                        Field.nullable("v", shredded),
                        Field.nullable("l", Type.list(Field.nullable("element", shredded)))),
                row(1L, value, List.<Object>of((Object) value)),
                row(2L, null, null));
        String expected = "[1, [m, null, [[null, 7]]], [[m, null, [[null, 7]]]]]";
        assertEquals(
                List.of(expected, "[2, null, null]"),
                read(Table.open(other, TableSettings.DEFAULT).snapshot()));
        Type whole = Type.variant(List.of(metadata, Field.required("value", binary)));
        Rows.write(other, "b", Schema.of(Field.required("k", Rows.LONG), Field.nullable("v", whole)), row(3L, null));
        TableException e = assertThrows(
                TableException.class,
                () -> Table.open(other, TableSettings.DEFAULT).snapshot());
        assertTrue(e.getMessage().contains("b: column 'v'") && e.getMessage().contains("anew"), e.getMessage());
        other.delete("b");
        Table table = Table.adopt(other, TableProperties.NONE, TableSettings.DEFAULT);
        Transaction delete = table.begin("delete");
        Sidecars.delete(delete, other, delete.snapshot().fragments().get(0).id(), 1);
        delete.commit();
        assertEquals(List.of(expected), read(table.snapshot()));
        CompactionCosts eager = new CompactionCosts(256 << 10, 8 << 10, Integer.MAX_VALUE, 32 << 20, 128 << 20);
        Compaction.Result done =
                Compaction.run(table, Compaction.plan(table.snapshot(), Long.MAX_VALUE, eager), WriterOptions.DEFAULT);
        assertEquals(1, done.done().size());
        assertEquals(List.of(expected), read(table.snapshot()));
    }

    /** As some writers of Parquet have them: ids that say nothing are ignored, and elements, keys and values need none. */
    @Test
    void idsOfFilesMayBeOdd() throws IOException {
        Field element = Field.nullable("element", Rows.LONG);
        Type lists = Type.list(element);
        Type maps = Type.map(Field.required("key", Rows.STRING), Field.nullable("value", lists));
        for (int[] ids : new int[][] {{1, 1, 1}, {0, 1, 2}, {7, 3, 9}}) {
            LocalFolder other = new LocalFolder(path.resolve("ids" + ids[0]));
            Rows.write(
                    other,
                    "a",
                    Schema.of(
                            Field.required("k", Rows.LONG).withFieldId(ids[0]),
                            Field.nullable(
                                    "l",
                                    Type.struct(
                                            List.of(Field.nullable("x", lists).withFieldId(ids[1])))),
                            Field.nullable("m", maps).withFieldId(ids[2])),
                    row(1L, new Object[] {List.of(5L)}, java.util.Map.of("a", List.of(6L))));
            List<String> expected = List.of("[1, [[5]], [[a, [6]]]]");
            assertEquals(expected, read(Table.open(other, TableSettings.DEFAULT).snapshot()));
            Table table = Table.adopt(other, TableProperties.NONE, TableSettings.DEFAULT);
            Transaction rename = table.begin("alter");
            SchemaEdit edit = new SchemaEdit(rename.snapshot());
            edit.rename("m", "k2");
            edit.drop("k");
            rename.setSchema(edit.schema());
            rename.commit();
            assertEquals(List.of("[[[5]], [[a, [6]]]]"), read(table.snapshot()));
        }
    }

    /** Bounds of long bytes of a fixed length are shortened, and are no such bytes any more. */
    @Test
    void longBytesOfAFixedLengthHaveNoBoundsInTheLog() throws IOException {
        LocalFolder other = new LocalFolder(path.resolve("fixed"));
        byte[] bytes = new byte[300];
        bytes[0] = 'x';
        for (int length : new int[] {100, 300}) {
            Rows.write(
                    other,
                    "f" + length,
                    Schema.of(Field.nullable("f" + length, Type.sized(TypeKind.FIXED, length))),
                    row((Object) java.util.Arrays.copyOf(bytes, length)));
        }
        Table table = Table.adopt(other, TableProperties.NONE, TableSettings.DEFAULT);
        assertEquals(2, table.snapshot().rowCount());
        Snapshot snapshot = Table.open(other, TableSettings.DEFAULT).snapshot();
        assertEquals(
                1,
                read(snapshot.scan().select("f300").filter(Filter.greater("f300", new byte[] {'w'})))
                        .size());
    }

    @Test
    void adoptedFilesStayAsTheyAre() throws IOException {
        byte[] bytes = Files.readAllBytes(path.resolve("a.orc"));
        Table table = Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        assertFalse(table.isPlain());
        List<String> rows = List.of("[1, 1, a]", "[2, null, b]", "[3, 3, null]");
        assertEquals(rows, read(table.snapshot()));
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, row(4L, 4, "d"));
        insert.commit();
        Transaction rename = table.begin("alter");
        Schema old = rename.snapshot().schema();
        Field n = old.fields().get(1);
        rename.setSchema(Schema.of(
                old.fields().get(0),
                new Field("renamed", Rows.LONG, true, n.fieldId()),
                old.fields().get(2)));
        rename.commit();
        Transaction delete = table.begin("delete");
        Sidecars.delete(delete, folder, delete.snapshot().fragments().get(0).id(), 0);
        delete.commit();
        Snapshot now = open();
        assertEquals(List.of("[2, null, b]", "[3, 3, null]", "[4, 4, d]"), read(now));
        assertEquals(List.of("[3]"), read(now.scan().select("k").filter(Filter.equal("renamed", 3))));
        assertEquals(rows, read(table.snapshotAt(0)));
        assertEquals(
                java.util.Arrays.hashCode(bytes), java.util.Arrays.hashCode(Files.readAllBytes(path.resolve("a.orc"))));
        assertThrows(TableException.class, () -> Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT));
    }

    @Test
    void aLogThatIsGoneIsNoPlainFolder() throws IOException {
        Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        Path entry = path.resolve("_stoa/0000000000000000000.commit");
        Files.move(entry, path.resolve("_stoa/0000000000000000001.commit"));
        assertThrows(LostEntryException.class, this::open);
    }

    @Test
    void thereIsNoBackDoor() throws IOException {
        Table table = Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        LocalFolder sub = new LocalFolder(path.resolve("sub"));
        for (TableException e : List.of(
                assertThrows(TableException.class, () -> Table.open(sub, TableSettings.DEFAULT)),
                assertThrows(
                        TableException.class, () -> Table.adopt(sub, TableProperties.NONE, TableSettings.DEFAULT)))) {
            assertTrue(e.getMessage().contains("is inside the table " + path), e.getMessage());
        }
        assertEquals(path.toString(), Table.around(sub).orElseThrow().id());
        assertEquals(table.folder().id(), Table.around(folder).orElseThrow().id());
        LocalFolder above = new LocalFolder(path.getParent());
        assertTrue(Table.around(above).isEmpty());
        Path whole = Files.createDirectory(path.resolveSibling(path.getFileName() + "-above"));
        Path moved = Files.move(path, whole.resolve("t"));
        TableException e =
                assertThrows(TableException.class, () -> Table.open(new LocalFolder(whole), TableSettings.DEFAULT));
        assertTrue(e.getMessage().contains("t: it is a table by itself"), e.getMessage());
        Files.move(moved, path);
        Files.delete(whole);
    }

    /** As with rights for a prefix of a bucket. */
    private static final class Limited extends ForwardingFolder {
        private final Path open;

        Limited(Path path, Path open) {
            super(new LocalFolder(path));
            this.open = open;
        }

        @Override
        public Optional<Folder> parent() {
            return Optional.ofNullable(Path.of(id()).getParent()).map(above -> new Limited(above, open));
        }

        @Override
        public Optional<Entry> find(String name) throws IOException {
            if (!Path.of(id()).startsWith(open)) {
                throw new AccessDeniedException(id());
            }
            return super.find(name);
        }
    }

    @Test
    void foldersAboveNeedNoRights() throws IOException {
        Folder limited = new Limited(path, path);
        assertTrue(Table.open(limited, TableSettings.DEFAULT).isPlain());
        assertTrue(Table.around(limited).isEmpty());
        Table.adopt(limited, TableProperties.NONE, TableSettings.DEFAULT);
        Folder sub = new Limited(path.resolve("sub"), path);
        assertEquals(path.toString(), Table.around(sub).orElseThrow().id());
        assertThrows(TableException.class, () -> Table.open(sub, TableSettings.DEFAULT));
    }
}
