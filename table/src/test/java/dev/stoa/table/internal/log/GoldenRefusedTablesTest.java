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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.table.Expiry;
import dev.stoa.table.ReferenceTables;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Golden tables of later releases: the newest version of each says one thing that this release lacks. Both readers refuse the table
 * by the name of that thing, or read it where a release that lacks the thing may.
 */
final class GoldenRefusedTablesTest {
    private static final Path GOLDEN =
            ReferenceTables.root().resolve("format-spec/src/test/resources/golden/edition-1/refused-tables");
    private static final boolean UPDATE = Boolean.getBoolean("stoa.golden.update");
    private static final Instant TIME = Instant.parse("2024-02-03T04:05:06.789Z");
    private static final long VERSION = 2;

    @TempDir
    private Path path;

    private long lastId;

    /** What a release that lacks the thing refuses. */
    enum Scope {
        TABLE,
        ROWS,
        CHANGES,
        NOTHING
    }

    /**
     * A table.
     *
     * @param name of its folder
     * @param word that the refusal has
     * @param later writes what is later than this release
     */
    record Refusal(String name, Scope scope, String word, Class<? extends StoaException> error, Later later) {
        @Override
        public String toString() {
            return name;
        }

        String line() {
            return name + "\t" + scope + "\t" + word;
        }
    }

    private interface Later {
        void write(GoldenRefusedTablesTest test, Table table) throws IOException;
    }

    private static Refusal rows(String name, Scope scope, String word, List<Map<LogColumn, Object>> rows) {
        return new Refusal(
                name,
                scope,
                word,
                UnsupportedFileException.class,
                (test, table) -> test.entry(table, rows, LogWriter.EDITION, List.of()));
    }

    private static Refusal column(String name, Scope scope, String word) {
        return new Refusal(
                name,
                scope,
                word,
                UnsupportedFileException.class,
                (test, table) ->
                        test.entry(table, List.of(), LogWriter.EDITION, List.of(Field.nullable(name(word), Rows.INT))));
    }

    private static String name(String word) {
        return word.isEmpty() ? "_comment" : word;
    }

    private static Map<LogColumn, Object> row(String action, Object... cells) {
        return EntryRows.row(VERSION, action, cells);
    }

    private static List<Map<LogColumn, Object>> feature(String name, String who) {
        return List.of(row(LogWriter.FEATURES), row(LogWriter.FEATURE, LogColumn.NAME, name, LogColumn.VALUE, who));
    }

    private static List<Map<LogColumn, Object>> property(String name) {
        return List.of(row(LogWriter.PROPERTIES), row(LogWriter.PROPERTY, LogColumn.NAME, name, LogColumn.VALUE, "1"));
    }

    static List<Refusal> all() {
        return List.of(
                rows("reader-feature", Scope.TABLE, "defaults", feature("defaults", LogWriter.READER)),
                rows("writer-feature", Scope.CHANGES, "checks", feature("checks", LogWriter.WRITER)),
                rows("action", Scope.TABLE, "sleep", List.of(row("sleep"))),
                rows("optional-action", Scope.NOTHING, "", List.of(row("_sleep", LogColumn.NAME, "sound"))),
                column("column", Scope.TABLE, "first_row_id"),
                column("bounds-column", Scope.TABLE, "f0"),
                column("optional-column", Scope.NOTHING, ""),
                new Refusal(
                        "edition",
                        Scope.TABLE,
                        "edition 2",
                        UnsupportedFileException.class,
                        (test, table) -> test.entry(table, List.of(), "2", List.of())),
                new Refusal(
                        "property",
                        Scope.TABLE,
                        "stoa.collation",
                        CorruptFileException.class,
                        (test, table) -> test.entry(table, property("stoa.collation"), LogWriter.EDITION, List.of())),
                new Refusal(
                        "data-file", Scope.ROWS, "63", UnsupportedFileException.class, GoldenRefusedTablesTest::file),
                rows("free-property", Scope.NOTHING, "", property("collation")),
                new Refusal(
                        "floor",
                        Scope.TABLE,
                        "edition 2",
                        UnsupportedFileException.class,
                        GoldenRefusedTablesTest::floor));
    }

    /** Writes entry 2 as a later release would. */
    private void entry(Table table, List<Map<LogColumn, Object>> actions, String edition, List<Field> more)
            throws IOException {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(LogWriter.EDITION_KEY, edition);
        metadata.put(LogWriter.KIND_KEY, LogKind.ENTRY.text());
        metadata.put(LogWriter.TABLE_KEY, table.snapshot().state().table().toString());
        List<Map<LogColumn, Object>> rows = new ArrayList<>();
        rows.add(row(
                LogWriter.COMMIT,
                LogColumn.TIME,
                ChronoUnit.MICROS.between(Instant.EPOCH, TIME),
                LogColumn.TRANSACTION,
                id(),
                LogColumn.OPERATION,
                "later",
                LogColumn.BASE,
                VERSION - 1,
                LogColumn.OVERWRITE,
                false,
                LogColumn.PREVIOUS,
                table.snapshot().state().position().entry().toBytes(),
                LogColumn.ROWS,
                0L));
        rows.addAll(actions);
        Set<LogColumn> used = EnumSet.noneOf(LogColumn.class);
        rows.forEach(row -> used.addAll(row.keySet()));
        List<Field> fields = LogColumn.fields(used);
        fields.addAll(more);
        Files.write(path.resolve(Log.entryName(VERSION)), EntryRows.bytes(fields, rows, metadata, options()));
    }

    /** Lets version 0 expire, and gives the marker a later edition, and the hash of its bytes. */
    private static void floor(GoldenRefusedTablesTest test, Table table) throws IOException {
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        Path marker = test.path.resolve("_stoa/floor/0000000000000000001");
        byte[] bytes = Files.readAllBytes(marker);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 2);
        System.arraycopy(sha256(Arrays.copyOf(bytes, 96)), 0, bytes, 96, ContentHash.BYTES);
        Files.write(marker, bytes);
    }

    /** Adds a data file that needs a feature, with the hash of its bytes. */
    private static void file(GoldenRefusedTablesTest test, Table table) throws IOException {
        String name = "data/later.stoa";
        test.write(name, table.snapshot().schema(), List.<Object[]>of(new Object[] {4L, 40, "d"}));
        byte[] file = Files.readAllBytes(test.path.resolve(name));
        int at = file.length - Layout.TAIL_BYTES;
        Tail tail = Tail.read(ByteBuffer.wrap(file, at, Layout.TAIL_BYTES), file.length, name);
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int firstIndex = (int) Wire.varint(bytes.position((int) tail.nodesOffset(file.length)));
        bytes.putLong(at + 52, 1L << 63);
        byte[] hash = sha256(Layout.header(), Arrays.copyOfRange(file, firstIndex, at + 60));
        bytes.put(at + 60, hash, 0, ContentHash.BYTES);
        bytes.putInt(at + 80, Layout.crc(file, at, 80));
        Files.write(test.path.resolve(name), file);
        UUID fragment = test.id();
        test.entry(
                table,
                List.of(
                        row(LogWriter.FRAGMENT, LogColumn.FRAGMENT, fragment, LogColumn.ROWS, 1L),
                        row(
                                LogWriter.FILE,
                                LogColumn.FRAGMENT,
                                fragment,
                                LogColumn.PATH,
                                name,
                                LogColumn.FILE,
                                tail.uuid(),
                                LogColumn.LENGTH,
                                (long) file.length,
                                LogColumn.DIGEST,
                                Arrays.copyOf(hash, ContentHash.BYTES),
                                LogColumn.FOLDED,
                                VERSION)),
                LogWriter.EDITION,
                List.of());
    }

    private static byte[] sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private UUID id() {
        return new UUID(0x4000, Long.MIN_VALUE + ++lastId);
    }

    private WriterOptions options() {
        return WriterOptions.DEFAULT.withCreatedBy("golden").withUuid(id());
    }

    private TableSettings settings() {
        return TableSettings.DEFAULT
                .withClock(Clock.fixed(TIME, ZoneOffset.UTC))
                .withIds(this::id);
    }

    /** A table of two versions, whose second one has three rows. */
    @BeforeEach
    void makeTable() throws IOException {
        Table table = Table.create(new LocalFolder(path), Rows.schema(), TableProperties.NONE, settings());
        Transaction insert = table.begin("insert");
        String file = insert.newDataFile();
        write(
                file,
                insert.snapshot().schema(),
                List.of(new Object[] {1L, 10, "a"}, new Object[] {2L, null, "b"}, new Object[] {3L, 30, null}));
        insert.addFragment(file);
        insert.commit();
    }

    private void write(String file, Schema schema, List<Object[]> rows) throws IOException {
        try (StoaWriter writer =
                StoaWriter.create(new LocalFolder(path).create(file, SinkOptions.DEFAULT), schema, options())) {
            for (Object[] row : rows) {
                writer.rows().append(row);
            }
            writer.finish();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    .sorted()
                    .toList();
        }
    }

    private static void replace(Path golden, Path made) throws IOException {
        if (Files.exists(golden)) {
            try (Stream<Path> old = Files.walk(golden)) {
                for (Path each : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        for (Path file : files(made)) {
            Files.createDirectories(golden.resolve(file).getParent());
            Files.copy(made.resolve(file), golden.resolve(file));
        }
    }

    @Test
    void allAreListed() throws IOException {
        List<String> lines = all().stream().map(Refusal::line).toList();
        if (UPDATE) {
            Files.createDirectories(GOLDEN);
            Files.writeString(GOLDEN.resolve("refused.tsv"), String.join("\n", lines) + "\n");
        }
        assertEquals(lines, Files.readAllLines(GOLDEN.resolve("refused.tsv"), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("all")
    void theSameBytesAreWritten(Refusal refusal) throws IOException {
        refusal.later().write(this, Table.open(new LocalFolder(path), settings()));
        Path golden = GOLDEN.resolve(refusal.name());
        if (UPDATE) {
            replace(golden, path);
        }
        assertEquals(files(golden), files(path));
        for (Path file : files(path)) {
            assertArrayEquals(
                    Files.readAllBytes(golden.resolve(file)), Files.readAllBytes(path.resolve(file)), file::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void bothReadersRefuseNoMore(Refusal refusal) throws Exception {
        Path golden = GOLDEN.resolve(refusal.name());
        ReferenceTables.Output output = ReferenceTables.output("table", golden);
        LocalFolder folder = new LocalFolder(golden);
        if (refusal.scope() == Scope.TABLE) {
            StoaException e = assertThrows(refusal.error(), () -> Table.open(folder, TableSettings.DEFAULT));
            assertTrue(e.getMessage().contains(refusal.word()), e.getMessage());
            assertEquals(1, output.exitCode(), output::toString);
            assertTrue(output.lines().toString().contains(refusal.word()), output::toString);
            return;
        }
        Table table = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(VERSION, table.snapshot().version());
        if (refusal.scope() == Scope.ROWS) {
            assertEquals(4, table.snapshot().rowCount());
            StoaException e = assertThrows(refusal.error(), () -> Rows.read(table.snapshot()));
            assertTrue(
                    e.getMessage().contains("later.stoa") && e.getMessage().contains(refusal.word()), e.getMessage());
            assertEquals(1, output.exitCode());
            assertTrue(output.lines().toString().contains(refusal.word()), output::toString);
            return;
        }
        assertEquals(List.of("[1, 10, a]", "[2, null, b]", "[3, 30, null]"), Rows.read(table.snapshot()));
        assertEquals(ReferenceTables.lines(table.snapshot()), output.lines());
        assertEquals(0, output.exitCode());
        if (refusal.scope() == Scope.CHANGES) {
            StoaException e = assertThrows(refusal.error(), () -> table.begin("insert"));
            assertTrue(e.getMessage().contains(refusal.word()), e.getMessage());
        } else {
            assertEquals(VERSION, table.begin("insert").snapshot().version());
        }
    }
}
