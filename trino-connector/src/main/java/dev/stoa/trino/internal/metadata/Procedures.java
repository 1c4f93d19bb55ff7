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
package dev.stoa.trino.internal.metadata;

import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionJob;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.Expiry;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableIndexes;
import dev.stoa.table.TableOperations;
import dev.stoa.trino.internal.plan.StoaExecuteHandle;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.writer.WriterOptions;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.TableProcedureExecutionMode;
import io.trino.spi.connector.TableProcedureMetadata;
import io.trino.spi.session.PropertyMetadata;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The procedures of {@code ALTER TABLE ... EXECUTE}. The coordinator runs them. */
public final class Procedures {
    // Trino looks for the names of statements in capital letters
    private static final String COMPACT = "COMPACT";
    private static final String EXPIRE = "EXPIRE";
    private static final String INDEX = "INDEX";
    private static final String ROLLBACK = "ROLLBACK";

    private static final String BUDGET = "budget";
    private static final String DRY_RUN = "dry_run";
    private static final String OLDER_THAN = "older_than";
    private static final String KEEP = "keep";
    private static final String SAFE_AGE = "safe_age";
    private static final String COLUMN = "column";
    private static final String VERSION = "version";

    private Procedures() {}

    /** All of them, with their arguments. */
    public static Set<TableProcedureMetadata> all() {
        PropertyMetadata<?> isDry = PropertyMetadata.booleanProperty(DRY_RUN, "whether to plan only", false, false);
        return Set.of(
                procedure(
                        COMPACT,
                        PropertyMetadata.stringProperty(BUDGET, "the most bytes to write", "10GB", false),
                        isDry),
                procedure(
                        EXPIRE,
                        PropertyMetadata.stringProperty(OLDER_THAN, "the age of the versions to forget", null, false),
                        PropertyMetadata.integerProperty(KEEP, "the least number of versions to keep", 1, false),
                        PropertyMetadata.stringProperty(
                                SAFE_AGE, "the age from which no statement may still use a file", "1d", false),
                        isDry),
                procedure(INDEX, PropertyMetadata.stringProperty(COLUMN, "the column", null, false)),
                procedure(ROLLBACK, PropertyMetadata.longProperty(VERSION, "the version to return to", null, false)));
    }

    private static TableProcedureMetadata procedure(String name, PropertyMetadata<?>... arguments) {
        return new TableProcedureMetadata(name, TableProcedureExecutionMode.coordinatorOnly(), List.of(arguments));
    }

    /** A statement, with its arguments. */
    static StoaExecuteHandle handle(StoaTable table, String procedure, Map<String, Object> arguments) {
        Map<String, String> texts = new TreeMap<>();
        arguments.forEach((name, value) -> {
            if (value != null) {
                texts.put(name, value.toString());
            }
        });
        return new StoaExecuteHandle(table.place(), procedure, texts);
    }

    /** Runs a procedure, and returns its numbers by name. */
    static Map<String, Long> run(Table table, StoaExecuteHandle statement) {
        return StoaErrors.unchecked(() -> {
            try {
                return switch (statement.procedure()) {
                    case COMPACT -> compact(table, statement.arguments());
                    case EXPIRE -> expire(table, statement.arguments());
                    case INDEX -> index(table, statement.arguments());
                    case ROLLBACK -> rollback(table, statement.arguments());
                    default -> throw new IllegalStateException(statement.procedure());
                };
            } catch (IllegalArgumentException e) {
                throw new TrinoException(StandardErrorCode.INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
            }
        });
    }

    private static String required(Map<String, String> arguments, String name, String example) {
        if (!arguments.containsKey(name)) {
            throw new IllegalArgumentException(
                    "the argument " + name + " is missing: write " + name + " => " + example);
        }
        return arguments.get(name);
    }

    private static boolean isDry(Map<String, String> arguments) {
        return Boolean.parseBoolean(arguments.get(DRY_RUN));
    }

    private static Map<String, Long> compact(Table table, Map<String, String> arguments) throws IOException {
        long budget = Amounts.bytes(BUDGET, arguments.get(BUDGET));
        CompactionPlan plan = Compaction.plan(table.snapshot(), budget, CompactionCosts.DEFAULT);
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("planned_jobs", (long) plan.chosen().size());
        numbers.put("left_jobs", (long) plan.left().size());
        List<CompactionJob> done = isDry(arguments)
                ? List.of()
                : Compaction.run(table, plan, WriterOptions.DEFAULT).done();
        numbers.put("done_jobs", (long) done.size());
        numbers.put(
                "written_bytes",
                done.stream().mapToLong(CompactionJob::writtenBytes).sum());
        return numbers;
    }

    private static Map<String, Long> expire(Table table, Map<String, String> arguments) throws IOException {
        Expiry expiry = Expiry.plan(
                table,
                Amounts.age(OLDER_THAN, required(arguments, OLDER_THAN, "'7d'")),
                Integer.parseInt(arguments.get(KEEP)),
                Amounts.age(SAFE_AGE, arguments.get(SAFE_AGE)));
        if (!isDry(arguments)) {
            expiry.run();
        }
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("versions", (long) expiry.versions());
        numbers.put("files", (long) expiry.files().size());
        numbers.put(
                "bytes",
                expiry.files().stream().mapToLong(Expiry.OldFile::length).sum());
        numbers.put("oldest_version", expiry.oldestVersion());
        numbers.put("newest_version", expiry.newestVersion());
        return numbers;
    }

    private static Map<String, Long> index(Table table, Map<String, String> arguments) throws IOException {
        List<String> files =
                TableIndexes.add(table.snapshot(), required(arguments, COLUMN, "'customer'"), "stoa-trino");
        return Map.of("files", (long) files.size());
    }

    private static Map<String, Long> rollback(Table table, Map<String, String> arguments) throws IOException {
        long version = Long.parseLong(required(arguments, VERSION, "17"));
        Snapshot now = TableOperations.of(table).rollback(version).snapshot();
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("version", now.version());
        numbers.put("rows", now.rowCount());
        return numbers;
    }
}
