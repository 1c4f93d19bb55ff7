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
package dev.stoa.spark.internal.catalog;

import static dev.stoa.spark.internal.catalog.CatalogProcedure.parameter;

import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionJob;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.Expiry;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableIndexes;
import dev.stoa.table.TableOperations;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** The procedures of a catalog: what keeps its tables in shape. They run in the driver. */
public final class Procedures {
    private static final ProcedureParameter DRY_RUN = parameter("dry_run", DataTypes.BooleanType, "false");

    private static final ProcedureParameter VERSION = parameter("version", DataTypes.LongType, "null");

    private static final List<OfTables> ALL = List.of(
            of("branch", BranchProcedures::branch, "name string, version bigint", text("name"), VERSION),
            of(
                    "compact",
                    Procedures::compact,
                    "job string, fragments int, read_bytes bigint, written_bytes bigint, gain_bytes bigint, state string,"
                            + " reason string",
                    parameter("budget", DataTypes.StringType, "'10g'"),
                    DRY_RUN),
            of("drop_branch", BranchProcedures::drop, "name string, version bigint", text("name")),
            of(
                    "expire",
                    Procedures::expire,
                    "versions int, files int, bytes bigint, oldest_version bigint, newest_version bigint",
                    text("older_than"),
                    parameter("keep", DataTypes.IntegerType, "1"),
                    parameter("safe_age", DataTypes.StringType, "'1d'"),
                    DRY_RUN),
            of("fast_forward", BranchProcedures::forward, "version bigint, rows bigint", text("branch"), text("to")),
            of("index", Procedures::index, "file string", text("column")),
            of(
                    "partition_by",
                    PartitionProcedure::run,
                    "version bigint, partitions string",
                    parameter("drop", DataTypes.StringType, "null"),
                    parameter("add", DataTypes.StringType, "null")),
            of(
                    "rollback",
                    Procedures::rollback,
                    "version bigint, rows bigint",
                    VERSION,
                    parameter("timestamp", DataTypes.TimestampType, "null")),
            of(
                    "tag",
                    Procedures::tag,
                    "name string, version bigint",
                    text("name"),
                    VERSION,
                    parameter("replace", DataTypes.BooleanType, "false")),
            of("untag", Procedures::untag, "name string, version bigint", text("name")));

    /** Their names. */
    public static final List<String> NAMES = Stream.concat(
                    ALL.stream().map(OfTables::name),
                    PlacementProcedures.ALL.stream().map(CatalogProcedure::name))
            .toList();

    private Procedures() {}

    /** A procedure of tables that no catalog has bound yet. */
    private record OfTables(
            String name, CatalogProcedure.Action<Table> action, StructType result, List<ProcedureParameter> others) {

        UnboundProcedure in(Function<String, Table> tables) {
            return new CatalogProcedure<>(name, "table", others, result, tables::apply, action);
        }
    }

    private static OfTables of(
            String name, CatalogProcedure.Action<Table> action, String result, ProcedureParameter... others) {
        return new OfTables(name, action, StructType.fromDDL(result), List.of(others));
    }

    private static ProcedureParameter text(String name) {
        return parameter(name, DataTypes.StringType);
    }

    /**
     * A procedure.
     *
     * @param name in any case
     * @param tables finds a table by the text of its name
     */
    public static Optional<UnboundProcedure> find(String name, Function<String, Table> tables) {
        Optional<UnboundProcedure> ofTables = ALL.stream()
                .filter(one -> one.name().equalsIgnoreCase(name))
                .map(one -> one.in(tables))
                .findFirst();
        return ofTables.or(() -> PlacementProcedures.find(name));
    }

    private static InternalRow row(Object... values) {
        return new GenericInternalRow(values);
    }

    /** Does one job after the other, as long as they fit into the budget, the most worthwhile first. */
    private static List<InternalRow> compact(Table table, InternalRow arguments) throws IOException {
        long budget = parsed("budget", arguments, 1, "bytes, such as 256m or 10g", JavaUtils::byteStringAsBytes);
        boolean dryRun = arguments.getBoolean(2);
        CompactionPlan plan = Compaction.plan(table.snapshot(), budget, CompactionCosts.DEFAULT);
        List<InternalRow> rows = new ArrayList<>();
        for (CompactionJob job : plan.chosen()) {
            rows.add(row(job, dryRun ? "planned" : run(table, plan, job)));
        }
        plan.left().forEach(job -> rows.add(row(job, "left")));
        return rows;
    }

    private static String run(Table table, CompactionPlan plan, CompactionJob job) throws IOException {
        CompactionPlan one = new CompactionPlan(plan.version(), List.of(job), List.of());
        boolean done =
                Compaction.run(table, one, WriterOptions.DEFAULT).yielded().isEmpty();
        return done ? "done" : "yielded";
    }

    private static InternalRow row(CompactionJob job, String state) {
        return row(
                UTF8String.fromString(job.kind().name().toLowerCase(Locale.ROOT)),
                job.fragments().size(),
                job.readBytes(),
                job.writtenBytes(),
                job.gain(),
                UTF8String.fromString(state),
                UTF8String.fromString(job.reason()));
    }

    private static List<InternalRow> expire(Table table, InternalRow arguments) throws IOException {
        Duration olderThan = age("older_than", arguments, 1);
        Duration safeAge = age("safe_age", arguments, 3);
        Expiry expiry = Expiry.plan(table, olderThan, arguments.getInt(2), safeAge);
        if (!arguments.getBoolean(4)) {
            expiry.run();
        }
        long bytes = expiry.files().stream().mapToLong(Expiry.OldFile::length).sum();
        return List.of(
                row(expiry.versions(), expiry.files().size(), bytes, expiry.oldestVersion(), expiry.newestVersion()));
    }

    private static Duration age(String name, InternalRow arguments, int place) {
        return parsed(
                name,
                arguments,
                place,
                "an age, such as 90s, 30m, 12h or 7d",
                text -> Duration.ofMillis(JavaUtils.timeStringAs(text, TimeUnit.MILLISECONDS)));
    }

    private static <T> T parsed(
            String name, InternalRow arguments, int place, String form, Function<String, T> parser) {
        String text = arguments.isNullAt(place) ? "null" : arguments.getString(place);
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the argument " + name + " is '" + text + "': give " + form, e);
        }
    }

    private static List<InternalRow> index(Table table, InternalRow arguments) throws IOException {
        return TableIndexes.add(table.snapshot(), arguments.getString(1), "stoa-spark").stream()
                .map(file -> row(UTF8String.fromString(file)))
                .toList();
    }

    private static List<InternalRow> tag(Table table, InternalRow arguments) throws IOException {
        String name = arguments.getString(1);
        OptionalLong version = arguments.isNullAt(2) ? OptionalLong.empty() : OptionalLong.of(arguments.getLong(2));
        Snapshot tagged = TableOperations.of(table)
                .tag(name, version, arguments.getBoolean(3))
                .snapshot();
        return List.of(
                row(UTF8String.fromString(name), tagged.properties().tags().get(name)));
    }

    private static List<InternalRow> untag(Table table, InternalRow arguments) throws IOException {
        String name = arguments.getString(1);
        Long version = table.snapshot().properties().tags().get(name);
        TableOperations.of(table).untag(name);
        return List.of(row(UTF8String.fromString(name), version));
    }

    private static List<InternalRow> rollback(Table table, InternalRow arguments) throws IOException {
        if (arguments.isNullAt(1) == arguments.isNullAt(2)) {
            throw new IllegalArgumentException(
                    "rollback takes the table back to a version or to a timestamp: say one of them, such as version => 17");
        }
        Optional<Long> number = arguments.isNullAt(1) ? Optional.empty() : Optional.of(arguments.getLong(1));
        Instant time =
                arguments.isNullAt(2) ? Instant.EPOCH : Instant.EPOCH.plus(arguments.getLong(2), ChronoUnit.MICROS);
        Snapshot then = TableFolder.snapshot(table, Optional.of(new TableFolder.Version(number, time)));
        Snapshot now = TableOperations.of(table).rollback(then.version()).snapshot();
        return List.of(row(now.version(), now.rowCount()));
    }
}
