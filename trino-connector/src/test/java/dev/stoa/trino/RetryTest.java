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
package dev.stoa.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.WrittenFiles;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.metadata.StoaMetadata;
import dev.stoa.trino.internal.plan.StoaTransaction;
import dev.stoa.trino.internal.plan.StoaWriteHandle;
import dev.stoa.trino.internal.store.Warehouse;
import dev.stoa.trino.internal.write.PageSinks;
import dev.stoa.vio.LocalFolder;
import io.airlift.slice.Slice;
import io.trino.Session;
import io.trino.spi.Page;
import io.trino.spi.TrinoException;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorPageSink;
import io.trino.spi.connector.ConnectorPageSinkId;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.RetryMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.type.TypeOperators;
import io.trino.testing.connector.TestingConnectorSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements that Trino repeats have their effect once. */
@Tag("engine")
final class RetryTest {
    private static final ConnectorSession SESSION = TestingConnectorSession.SESSION;
    private static final TrinoTypes TYPES = new TrinoTypes(new TypeOperators());

    @TempDir
    private static Path folder;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(folder.resolve("s"));
        server = new Server(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Warehouse warehouse() {
        return Warehouse.ofHadoop(folder.toString(), new Configuration());
    }

    private static Table open(String table) throws IOException {
        return Table.open(new LocalFolder(folder.resolve("s").resolve(table)), TableSettings.DEFAULT);
    }

    private static List<String> files(String table) throws IOException {
        Path data = folder.resolve("s").resolve(table).resolve("data");
        if (!Files.exists(data)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(data)) {
            return all.map(Path::toString).toList();
        }
    }

    /** A statement that inserts a row, up to its commit. */
    private static final class Insert {
        private final StoaMetadata metadata = new StoaMetadata(warehouse(), TYPES, true);
        private final ConnectorInsertTableHandle handle;

        Insert(String table) {
            ConnectorTableHandle found = metadata.getTableHandle(
                    SESSION, new SchemaTableName("s", table), Optional.empty(), Optional.empty());
            handle = metadata.beginInsert(
                    SESSION,
                    found,
                    List.copyOf(metadata.getColumnHandles(SESSION, found).values().stream()
                            .limit(1)
                            .toList()),
                    RetryMode.RETRIES_ENABLED);
        }

        UUID id() {
            return ((StoaWriteHandle) handle).write();
        }

        /** One attempt of a task. */
        Collection<Slice> write(long value) {
            ConnectorPageSink sink = new PageSinks(_ -> warehouse(), TYPES)
                    .createPageSink(
                            new StoaTransaction(UUID.randomUUID(), true),
                            SESSION,
                            handle,
                            Optional.empty(),
                            (ConnectorPageSinkId) () -> 0);
            sink.appendPage(new Page(new LongArrayBlock(1, Optional.empty(), new long[] {value})))
                    .join();
            return sink.finish().join();
        }

        void finish(Collection<Slice> tasks) {
            metadata.finishInsert(SESSION, handle, List.of(), tasks, List.of());
        }
    }

    @Test
    void aCommitThatArrivedIsNotRepeated() throws IOException {
        server.rows("CREATE TABLE a (id bigint)");
        Table table = open("a");
        Snapshot base = table.snapshot();
        Insert insert = new Insert("a");
        Collection<Slice> tasks = insert.write(7);
        Transaction arrived = table.begin("insert", base, insert.id());
        for (Slice task : tasks) {
            WrittenFiles.of(task.getBytes()).addTo(arrived);
        }
        arrived.commit();
        server.rows("INSERT INTO a VALUES 8");
        insert.finish(tasks);
        insert.finish(insert.write(7));
        insert.metadata.rollback();
        assertEquals(List.of("[7]", "[8]"), server.rows("SELECT id FROM a ORDER BY id"));
    }

    @Test
    void aStatementCommitsOnce() throws IOException {
        server.rows("CREATE TABLE b (id bigint)");
        Insert insert = new Insert("b");
        Collection<Slice> tasks = insert.write(7);
        insert.finish(tasks);
        insert.finish(tasks);
        insert.metadata.rollback();
        assertEquals(List.of("[7]"), server.rows("SELECT id FROM b"));
        assertEquals(1, open("b").snapshot().version());
    }

    @Test
    void filesOfAStatementThatFailsGoInTheEnd() throws IOException {
        server.rows("CREATE TABLE c (id bigint)");
        Insert insert = new Insert("c");
        Collection<Slice> tasks = insert.write(7);
        server.rows("CREATE OR REPLACE TABLE c (other bigint)");
        assertThrows(TrinoException.class, () -> insert.finish(tasks));
        assertEquals(1, files("c").size());
        assertThrows(TrinoException.class, () -> insert.finish(tasks));
        insert.metadata.rollback();
        assertEquals(List.of(), files("c"));
    }

    @Test
    void statementsWithRetriesWrite() {
        Session session = Session.builder(server.runner().getDefaultSession())
                .setSystemProperty("retry_policy", "QUERY")
                .build();
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TABLE d AS SELECT n AS id, n % 3 AS k FROM TABLE(sequence(1, 100)) AS q(n)",
                "INSERT INTO d VALUES (101, 5), (102, 5)",
                "UPDATE d SET k = 6 WHERE k = 5 OR id < 3",
                "DELETE FROM d WHERE id + 0 = 50",
                "MERGE INTO d USING (VALUES 1, 200) AS v(id) ON d.id = v.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN"
                        + " INSERT (id, k) VALUES (v.id, 7)"));
        statements.forEach(sql -> server.runner().execute(session, sql));
        assertEquals(List.of("[101, 3, 7]"), server.rows("SELECT count(*), count_if(k = 6), max(k) FROM d"));
        server.runner().execute(session, "CREATE OR REPLACE TABLE d AS SELECT 1 AS one");
        assertEquals(List.of("[1]"), server.rows("SELECT * FROM d"));
        assertTrue(server.rows("SELECT * FROM \"d$snapshots\"").size() > statements.size());
    }
}
