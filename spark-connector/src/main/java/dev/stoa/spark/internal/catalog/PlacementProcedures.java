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

import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.Plan;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.table.placement.ClusterChange;
import dev.stoa.table.placement.PartFile;
import dev.stoa.table.placement.PartMover;
import dev.stoa.table.placement.Pauses;
import dev.stoa.table.placement.PlacementGroup;
import dev.stoa.vio.hadoop.HadoopFolder;
import dev.stoa.vio.hadoop.HadoopReplicas;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** The procedures of placement groups, which do what {@code stoa place plan}, {@code apply} and {@code check} do. They run in the driver. */
final class PlacementProcedures {
    private static final List<ProcedureParameter> CHANGE = List.of(
            parameter("add", DataTypes.StringType, "''"),
            parameter("remove", DataTypes.StringType, "''"),
            parameter("failed", DataTypes.StringType, "''"),
            parameter("live", DataTypes.BooleanType, "false"),
            parameter("move", DataTypes.BooleanType, "true"));

    static final List<CatalogProcedure<PlacementGroup>> ALL = List.of(
            of(
                    "place_plan",
                    CHANGE,
                    "part string, comes_to string, leaves string, responsible_before string, responsible_after string,"
                            + " bytes bigint",
                    PlacementProcedures::plan),
            of(
                    "place_apply",
                    Stream.concat(
                                    CHANGE.stream(),
                                    Stream.of(
                                            parameter("wait_seconds", DataTypes.IntegerType, "600"),
                                            parameter("bytes_per_second", DataTypes.LongType, Pauses.NO_LIMIT + "L")))
                            .toList(),
                    "epoch bigint, copies int, changes int, moved_files int, copied_bytes bigint, left string",
                    PlacementProcedures::apply),
            of(
                    "place_check",
                    List.of(),
                    "table string, files int, bytes bigint, local_bytes bigint, whole_files int, epoch bigint",
                    PlacementProcedures::check));

    private PlacementProcedures() {}

    private static CatalogProcedure<PlacementGroup> of(
            String name,
            List<ProcedureParameter> others,
            String result,
            CatalogProcedure.Action<PlacementGroup> action) {
        return new CatalogProcedure<>(
                name, "group", others, StructType.fromDDL(result), PlacementProcedures::group, action);
    }

    /** Returns the procedure of a name in any case. */
    static Optional<UnboundProcedure> find(String name) {
        return ALL.stream()
                .filter(one -> one.name().equalsIgnoreCase(name))
                .map(UnboundProcedure.class::cast)
                .findFirst();
    }

    private static PlacementGroup group(String folder) throws IOException {
        Path path = new Path(folder);
        FileSystem fs = path.getFileSystem(conf());
        return new PlacementGroup(HadoopFolder.of(fs, path), new HadoopReplicas(fs));
    }

    private static Configuration conf() {
        return TableFolder.sessionConfiguration();
    }

    private static InternalRow row(Object... values) {
        return new GenericInternalRow(values);
    }

    private static UTF8String text(String text) {
        return UTF8String.fromString(text);
    }

    private static Plan plan(PlacementGroup group, PlacementMap map, InternalRow arguments) throws IOException {
        return new ClusterChange(
                        words(arguments.getString(1)),
                        words(arguments.getString(2)),
                        words(arguments.getString(3)),
                        arguments.getBoolean(4))
                .plan(map, group.store(), arguments.getBoolean(5));
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static List<InternalRow> plan(PlacementGroup group, InternalRow arguments) throws IOException {
        PlacementMap map = group.existing();
        Map<Part, Long> bytes = new HashMap<>();
        for (PartFile file : group.files(map)) {
            bytes.merge(file.part(), file.file().length(), Long::sum);
        }
        return plan(group, map, arguments).moves().stream()
                .map(move -> row(
                        text(move.part().folder()),
                        text(String.join(",", move.coming())),
                        text(String.join(",", move.leaving())),
                        text(move.responsibleBefore()),
                        text(move.responsibleAfter()),
                        bytes.getOrDefault(move.part(), 0L) * move.coming().size()))
                .toList();
    }

    private static List<InternalRow> apply(PlacementGroup group, InternalRow arguments) throws IOException {
        PlacementMap map = group.existing();
        Plan plan = plan(group, map, arguments);
        boolean moves = arguments.getBoolean(5) && group.store().hasReplicas();
        Pauses pauses = Pauses.of(
                conf().getTimeDuration(Pauses.REFRESH, Pauses.DEFAULT_REFRESH.toMillis(), TimeUnit.MILLISECONDS),
                arguments.getInt(6),
                arguments.getLong(7));
        PartMover mover = new PartMover(group, pauses, progress -> {});
        if (plan.isChange(map)) {
            if (moves) {
                mover.requirePolicy();
            }
            group.publish(plan.after());
        }
        PartMover.Result result = moves ? mover.run() : new PartMover.Result(0, 0, List.of());
        return List.of(row(
                group.existing().header().epoch(),
                plan.copies(),
                plan.changes(),
                result.files(),
                result.bytes(),
                text(String.join("; ", result.left()))));
    }

    private static List<InternalRow> check(PlacementGroup group, InternalRow arguments) throws IOException {
        PlacementMap map = group.existing();
        List<PartFile> files = group.files(map);
        return map.header().roots().stream()
                .map(root -> {
                    List<PartFile> of = files.stream()
                            .filter(file -> file.root().equals(root))
                            .toList();
                    return row(
                            text(root),
                            of.size(),
                            of.stream().mapToLong(file -> file.file().length()).sum(),
                            of.stream().mapToLong(PartFile::localBytes).sum(),
                            (int) of.stream().filter(PartFile::isWhole).count(),
                            map.header().epoch());
                })
                .toList();
    }
}
