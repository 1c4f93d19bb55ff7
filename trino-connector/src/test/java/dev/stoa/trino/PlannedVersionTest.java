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

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.WrittenFiles;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.plan.StoaSplit;
import dev.stoa.trino.internal.store.Store;
import dev.stoa.trino.internal.store.Warehouse;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.WriterOptions;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorOutputTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.connector.PointerType;
import io.trino.spi.connector.RetryMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.transaction.IsolationLevel;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.TypeOperators;
import io.trino.testing.TestingConnectorContext;
import io.trino.testing.connector.TestingConnectorSession;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits come from the version that the statement plans with, without a second look at the log. */
final class PlannedVersionTest {
    private static final ConnectorSession SESSION = TestingConnectorSession.SESSION;
    private static final Schema SCHEMA = Schema.of(Field.required("id", Type.of(TypeKind.INT64)));

    @TempDir
    private Path warehouse;

    private final AtomicInteger entriesRead = new AtomicInteger();
    private StoaConnector connector;

    @BeforeEach
    void connect() {
        Store store = Store.ofHadoop(warehouse.toString(), new Configuration());
        Store counting = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    Object result = method.invoke(store, arguments);
                    return result instanceof Folder folder ? counting(folder) : result;
                });
        connector = new StoaConnector(
                _ -> Warehouse.ofFolders(counting),
                new TrinoTypes(new TypeOperators()),
                new TestingConnectorContext().getNodeManager());
    }

    /** A folder that counts the entries of its log that are read. */
    private Folder counting(Folder folder) {
        return (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (_, method, arguments) -> {
                    if (method.getName().equals("open")
                            && arguments[0].toString().endsWith(".commit")) {
                        entriesRead.incrementAndGet();
                    }
                    try {
                        return method.invoke(folder, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Folder folder() {
        return new LocalFolder(warehouse.resolve("s/t"));
    }

    private Table create() throws IOException {
        return Table.create(folder(), SCHEMA, TableProperties.NONE, TableSettings.DEFAULT);
    }

    /** Adds a fragment of one row, as another process does. */
    private void insert() throws IOException {
        Transaction insert = Table.open(folder(), TableSettings.DEFAULT).begin("insert");
        FragmentWriter files = new FragmentWriter(insert.snapshot(), WriterOptions.DEFAULT, 1L << 30);
        List<ColumnVector> columns = insert.snapshot().schema().fields().stream()
                .<ColumnVector>map(
                        _ -> new LongVector(Type.of(TypeKind.INT64), new long[] {7}, ColumnVector.NO_NULLS, 1))
                .toList();
        files.writeUnordered(new Batch(insert.snapshot().schema(), columns, 1));
        new WrittenFiles(files.finish(), List.of()).addTo(insert);
        insert.commit();
    }

    private final class Statement implements AutoCloseable {
        private final ConnectorTransactionHandle transaction =
                connector.beginTransaction(IsolationLevel.READ_UNCOMMITTED, false, true);
        private final ConnectorMetadata metadata = connector.getMetadata(SESSION, transaction);
        private final ConnectorTableHandle handle = handle(Optional.empty());

        ConnectorTableHandle handle(Optional<ConnectorTableVersion> version) {
            return metadata.getTableHandle(SESSION, new SchemaTableName("s", "t"), Optional.empty(), version);
        }

        List<String> columns() {
            return metadata.getColumnHandles(SESSION, handle).keySet().stream()
                    .filter(name -> !name.startsWith("$"))
                    .sorted()
                    .toList();
        }

        List<StoaSplit> splits() {
            List<ConnectorSplit> splits = connector
                    .getSplitManager()
                    .getSplits(transaction, SESSION, handle, Set.of(), Constraint.alwaysTrue())
                    .getNextBatch(100, DynamicFilterSnapshot.EMPTY)
                    .join();
            return splits.stream().map(StoaSplit.class::cast).toList();
        }

        @Override
        public void close() {
            connector.commit(transaction);
        }
    }

    @Test
    void splitsNeedNoSecondLookAtTheLog() throws IOException {
        create();
        insert();
        try (Statement statement = new Statement()) {
            statement.columns();
            int read = entriesRead.get();
            assertTrue(read > 0);
            assertEquals(1, statement.splits().size());
            assertEquals(read, entriesRead.get());
        }
    }

    @Test
    void aCommitBetweenPlanAndSplitsIsOfTheNextStatement() throws IOException {
        create();
        insert();
        try (Statement statement = new Statement()) {
            insert();
            assertEquals(
                    List.of(1L),
                    statement.splits().stream().map(StoaSplit::version).toList());
            try (Statement next = new Statement()) {
                assertEquals(
                        List.of(2L, 2L),
                        next.splits().stream().map(StoaSplit::version).toList());
            }
            assertEquals(1, statement.splits().size());
        }
    }

    @Test
    void allScansOfAStatementSeeOneVersion() throws IOException {
        create();
        insert();
        try (Statement statement = new Statement()) {
            insert();
            statement.handle(Optional.of(new ConnectorTableVersion(PointerType.TARGET_ID, BigintType.BIGINT, 0L)));
            assertEquals(statement.handle, statement.handle(Optional.empty()));
        }
    }

    /** The rows of the other commit would be lost: the query does not read them. */
    @Test
    void aReplacementOfWhatItsQueryReadsConflictsWithACommitInBetween() throws IOException {
        Table table = create();
        insert();
        try (Statement statement = new Statement()) {
            ConnectorTableMetadata as = statement.metadata.getTableMetadata(SESSION, statement.handle);
            ConnectorTableMetadata columns =
                    new ConnectorTableMetadata(as.getTable(), List.of(new ColumnMetadata("id", BigintType.BIGINT)));
            insert();
            ConnectorOutputTableHandle output =
                    statement.metadata.beginCreateTable(SESSION, columns, Optional.empty(), RetryMode.NO_RETRIES, true);
            TrinoException refused = assertThrows(
                    TrinoException.class,
                    () -> statement.metadata.finishCreateTable(SESSION, output, List.of(), List.of()));
            assertEquals(StandardErrorCode.TRANSACTION_CONFLICT.toErrorCode(), refused.getErrorCode());
            assertEquals(2, table.snapshot().rowCount());
        }
    }

    @Test
    void aNewSchemaIsOfTheNextStatement() throws IOException {
        Table table = create();
        insert();
        try (Statement statement = new Statement()) {
            TableOperations.of(table).run("alter", transaction -> {
                SchemaEdit edit =
                        new SchemaEdit(transaction.snapshot()).add(Field.nullable("more", Type.of(TypeKind.INT64)));
                transaction.setSchema(edit.schema());
            });
            insert();
            assertEquals(List.of("id"), statement.columns());
            assertEquals(1, statement.splits().size());
        }
        try (Statement next = new Statement()) {
            assertEquals(List.of("id", "more"), next.columns());
            assertEquals(2, next.splits().size());
        }
    }

    @Test
    void aTableOfTheSameNameIsOfTheNextStatement() throws IOException {
        create();
        insert();
        try (Statement statement = new Statement()) {
            List<StoaSplit> planned = statement.splits();
            statement.metadata.dropTable(SESSION, statement.handle);
            create();
            insert();
            insert();
            assertEquals(
                    planned.getFirst().fragment(), statement.splits().getFirst().fragment());
        }
        try (Statement next = new Statement()) {
            assertEquals(2, next.splits().size());
        }
    }
}
