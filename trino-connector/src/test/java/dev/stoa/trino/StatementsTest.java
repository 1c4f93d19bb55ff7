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

import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.store.Warehouse;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.RetryMode;
import io.trino.spi.connector.SaveMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.security.PrincipalType;
import io.trino.spi.security.TrinoPrincipal;
import io.trino.spi.transaction.IsolationLevel;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.TypeOperators;
import io.trino.testing.TestingConnectorContext;
import io.trino.testing.connector.TestingConnectorSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Statements about schemas and tables do what they say, or are refused before they change anything. */
final class StatementsTest {
    private static final ConnectorSession SESSION = TestingConnectorSession.SESSION;

    @TempDir
    private Path warehouse;

    private StoaConnector connector;

    @BeforeEach
    void connect() {
        connector = new StoaConnector(
                _ -> Warehouse.ofHadoop(warehouse.toString(), new Configuration()),
                new TrinoTypes(new TypeOperators()),
                new TestingConnectorContext().getNodeManager());
        createSchema("s");
    }

    private ConnectorMetadata metadata(boolean isAutoCommit) {
        return connector.getMetadata(
                SESSION, connector.beginTransaction(IsolationLevel.READ_UNCOMMITTED, false, isAutoCommit));
    }

    private ConnectorMetadata metadata() {
        return metadata(true);
    }

    private void createSchema(String name) {
        metadata().createSchema(SESSION, name, Map.of(), new TrinoPrincipal(PrincipalType.USER, SESSION.getUser()));
    }

    private void createTable(String schema, String table, String column, Map<String, Object> properties) {
        metadata()
                .createTable(
                        SESSION,
                        new ConnectorTableMetadata(
                                new SchemaTableName(schema, table),
                                List.of(new ColumnMetadata(column, BigintType.BIGINT)),
                                properties),
                        SaveMode.FAIL);
    }

    private void createTable(String schema, String table) {
        createTable(schema, table, "a", Map.of());
    }

    private ConnectorTableHandle handle(ConnectorMetadata metadata, String table) {
        return metadata.getTableHandle(SESSION, new SchemaTableName("s", table), Optional.empty(), Optional.empty());
    }

    private static void refused(String code, String text, Executable statement) {
        TrinoException refused = assertThrows(TrinoException.class, statement);
        assertEquals(code, refused.getErrorCode().getName(), refused.getMessage());
        assertTrue(refused.getMessage().contains(text), refused.getMessage());
    }

    @Test
    void aSchemaWithFilesOfOthersInAFolderOfATableIsNotDroppedInPart() throws IOException {
        createTable("s", "a");
        createTable("s", "b");
        Path others = Files.createDirectories(warehouse.resolve("s/b/mine"));
        Files.writeString(others.resolve("x.csv"), "1");
        refused("NOT_SUPPORTED", "mine/x.csv", () -> metadata().dropSchema(SESSION, "s", true));
        assertEquals(
                Set.of("a", "b"),
                metadata().listTables(SESSION, Optional.of("s")).stream()
                        .map(SchemaTableName::getTableName)
                        .collect(Collectors.toSet()));
        Files.delete(others.resolve("x.csv"));
        Files.delete(others);
        metadata().dropSchema(SESSION, "s", true);
        assertEquals(List.of(), metadata().listSchemaNames(SESSION));
    }

    @Test
    void noNameIsTakenThatDiffersFromAFolderInCapitalLettersOnly() throws IOException {
        Files.createDirectories(warehouse.resolve("s/Mixed"));
        refused("ALREADY_EXISTS", "s/Mixed", () -> createTable("s", "mixed"));
        createTable("s", "a");
        ConnectorMetadata metadata = metadata();
        ConnectorTableHandle a = handle(metadata, "a");
        refused("ALREADY_EXISTS", "s/Mixed", () -> metadata.renameTable(SESSION, a, new SchemaTableName("s", "mixed")));
        createTable("s", "free");
        assertEquals(2, metadata().listTables(SESSION, Optional.of("s")).size());
    }

    @Test
    void noSchemaTakesTheNameOfATableBesideTheSchemas() throws IOException {
        createTable("s", "t");
        Files.move(warehouse.resolve("s/t"), warehouse.resolve("t"));
        refused("SCHEMA_ALREADY_EXISTS", "is a table", () -> createSchema("t"));
        refused("SCHEMA_ALREADY_EXISTS", "is a table", () -> metadata().renameSchema(SESSION, "s", "t"));
        Files.move(warehouse.resolve("t"), warehouse.resolve("T"));
        refused("ALREADY_EXISTS", "/T is 't' in small letters", () -> createSchema("t"));
    }

    @Test
    void aSchemaBelongsToNobodyElse() {
        refused(
                "NOT_SUPPORTED",
                "AUTHORIZATION",
                () -> metadata()
                        .createSchema(SESSION, "other", Map.of(), new TrinoPrincipal(PrincipalType.USER, "bob")));
        assertEquals(List.of("s"), metadata().listSchemaNames(SESSION));
    }

    @Test
    void noTableHasTheNameOfALogOfAnother() {
        refused("NOT_SUPPORTED", "the files of 't'", () -> createTable("s", "t$files"));
        refused("NOT_SUPPORTED", "the history of 't'", () -> createTable("s", "t$history"));
        createTable("s", "t$more");
        ConnectorMetadata metadata = metadata();
        ConnectorTableHandle more = handle(metadata, "t$more");
        refused(
                "NOT_SUPPORTED",
                "the files of 't'",
                () -> metadata.renameTable(SESSION, more, new SchemaTableName("s", "t$files")));
    }

    @Test
    void aColumnMayHaveTheNameOfAHiddenOne() {
        createTable("s", "t", "$path", Map.of());
        ConnectorMetadata metadata = metadata();
        assertEquals(
                List.of("$path", "$pos"),
                metadata.getTableMetadata(SESSION, handle(metadata, "t")).getColumns().stream()
                        .map(ColumnMetadata::getName)
                        .toList());
    }

    @Test
    void aFreePropertyHasOneValue() {
        refused(
                "INVALID_TABLE_PROPERTY",
                "'team' twice",
                () -> createTable("s", "t", "a", Map.of("extra_properties", List.of("team=red", "team=blue"))));
    }

    @Test
    void propertiesOfOtherFormatsAreRefused() {
        for (String name :
                List.of("delta.appendOnly", "write.format.default", "format-version", "Parquet.compression")) {
            refused(
                    "INVALID_TABLE_PROPERTY",
                    "'" + name + "', which is of another format",
                    () -> createTable("s", "t", "a", Map.of("extra_properties", List.of(name + "=2"))));
        }
    }

    /** Trino refuses all other statements that write in a transaction of several. */
    @Test
    void proceduresAreNoPartOfATransaction() {
        createTable("s", "t");
        ConnectorMetadata several = metadata(false);
        refused("AUTOCOMMIT_WRITE_CONFLICT", "COMPACT commits by itself", () -> compact(several));
        assertTrue(compact(metadata()));
    }

    private boolean compact(ConnectorMetadata metadata) {
        return metadata.getTableHandleForExecute(
                        SESSION, null, handle(metadata, "t"), "COMPACT", Map.of(), RetryMode.NO_RETRIES)
                .isPresent();
    }
}
