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

import dev.stoa.format.Field;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableBranch;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.TimeZoneKey;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A kind of rows that the log of a table has. Missing values are null.
 *
 * @param name after the mark in the name of the table
 * @param columns of the rows
 * @param source reads them
 */
record LogRows(String name, List<Column> columns, Source source) {
    private static final long MILLI = 1_000;
    private static final int PICOS_OF_MICRO = 1_000_000;

    private static final Type TEXTS = new ArrayType(VarcharType.VARCHAR);
    private static final List<LogRows> ALL = List.of(
            new LogRows(
                    "snapshots",
                    List.of(
                            number("version"),
                            new Column("committed_at", TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS),
                            text("operation"),
                            text("transaction"),
                            number("based_on"),
                            new Column("overwrite", BooleanType.BOOLEAN)),
                    (table, _) -> snapshots(table)),
            new LogRows(
                    "files",
                    List.of(
                            text("fragment"),
                            text("partition"),
                            text("file"),
                            number("bytes"),
                            number("rows"),
                            number("live_rows"),
                            new Column("columns", TEXTS)),
                    (_, snapshot) -> files(snapshot)),
            new LogRows(
                    "partitions",
                    List.of(text("partition"), number("rows"), number("files"), number("bytes")),
                    (_, snapshot) -> partitions(snapshot)),
            new LogRows(
                    "deltas",
                    List.of(
                            text("fragment"),
                            text("file"),
                            number("bytes"),
                            number("version"),
                            number("deleted_rows"),
                            new Column("columns", TEXTS)),
                    (_, snapshot) -> deltas(snapshot)),
            new LogRows(
                    "refs",
                    List.of(
                            text("name"),
                            text("type"),
                            number("version"),
                            number("begins"),
                            new Column("committed_at", TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS)),
                    LogRows::refs),
            new LogRows("properties", List.of(text("key"), text("value")), (_, snapshot) -> properties(snapshot)));

    /** A column of these rows. */
    record Column(String name, Type type) {}

    /** Reads rows, each with a value of Trino for each column. */
    interface Source {
        List<Object[]> read(Table table, Snapshot snapshot) throws IOException;
    }

    /** The kind of a name; Delta and Iceberg call the commits history, too. */
    static Optional<LogRows> of(String name) {
        String known = name.equals("history") ? "snapshots" : name;
        return ALL.stream().filter(kind -> kind.name.equals(known)).findFirst();
    }

    private static Column number(String name) {
        return new Column(name, BigintType.BIGINT);
    }

    private static Column text(String name) {
        return new Column(name, VarcharType.VARCHAR);
    }

    /** The commits, newest first. */
    private static List<Object[]> snapshots(Table table) throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (CommitInfo commit : table.commits(Integer.MAX_VALUE)) {
            rows.add(new Object[] {
                commit.version(),
                time(commit.time()),
                slice(commit.operation()),
                slice(commit.transaction()),
                commit.base(),
                commit.overwrite()
            });
        }
        return rows;
    }

    private static LongTimestampWithTimeZone time(Instant instant) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, instant);
        int picos = (int) Math.floorMod(micros, MILLI) * PICOS_OF_MICRO;
        return LongTimestampWithTimeZone.fromEpochMillisAndFraction(
                Math.floorDiv(micros, MILLI), picos, TimeZoneKey.UTC_KEY);
    }

    private static List<Object[]> files(Snapshot snapshot) throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                rows.add(new Object[] {
                    slice(fragment.id()),
                    fragment.partition().map(LogRows::slice).orElse(null),
                    slice(file.path()),
                    file.identity().length(),
                    fragment.rows(),
                    fragment.liveRows(),
                    file.fields().map(ids -> names(snapshot, ids)).orElse(null)
                });
            }
        }
        return rows;
    }

    /** The partitions, with the rows that are not deleted. */
    private static List<Object[]> partitions(Snapshot snapshot) throws IOException {
        Map<String, List<Fragment>> all = new TreeMap<>();
        for (Fragment fragment : snapshot.fragments()) {
            all.computeIfAbsent(fragment.partition().orElse(""), _ -> new ArrayList<>())
                    .add(fragment);
        }
        List<Object[]> rows = new ArrayList<>();
        all.forEach((partition, fragments) -> {
            List<DataFile> files = fragments.stream()
                    .flatMap(fragment -> fragment.files().stream())
                    .toList();
            rows.add(new Object[] {
                partition.isEmpty() ? null : slice(partition),
                fragments.stream().mapToLong(Fragment::liveRows).sum(),
                (long) files.size(),
                files.stream().mapToLong(file -> file.identity().length()).sum()
            });
        });
        return rows;
    }

    /** The sidecars, which hold changes of rows. */
    private static List<Object[]> deltas(Snapshot snapshot) throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            for (SidecarFile delta : fragment.sidecars()) {
                rows.add(new Object[] {
                    slice(fragment.id()),
                    delta.isInLog() ? null : slice(delta.path()),
                    delta.identity().length(),
                    delta.version(),
                    delta.deletedRows(),
                    names(snapshot, delta.fields())
                });
            }
        }
        return rows;
    }

    /** The table itself as a branch, its branches, and its tags. The version of a tag may have expired. */
    private static List<Object[]> refs(Table table, Snapshot snapshot) throws IOException {
        Map<Long, CommitInfo> commits = new TreeMap<>();
        table.commits(Integer.MAX_VALUE).forEach(commit -> commits.put(commit.version(), commit));
        List<Object[]> rows = new ArrayList<>();
        rows.add(ref(BranchStatements.MAIN, "BRANCH", snapshot.commit(), null));
        for (Map.Entry<String, TableBranch> branch :
                snapshot.properties().branches().entrySet()) {
            CommitInfo newest = table.branch(branch.getKey()).lastKnown().commit();
            rows.add(ref(branch.getKey(), "BRANCH", newest, branch.getValue().version()));
        }
        snapshot.properties().tags().forEach((name, version) -> {
            CommitInfo commit = commits.get(version);
            rows.add(new Object[] {slice(name), slice("TAG"), version, null, commit == null ? null : time(commit.time())
            });
        });
        return rows;
    }

    private static Object[] ref(String name, String type, CommitInfo newest, Long begins) {
        return new Object[] {slice(name), slice(type), newest.version(), begins, time(newest.time())};
    }

    /** The declarations of the table, with its free properties. */
    private static List<Object[]> properties(Snapshot snapshot) {
        Map<String, String> all = new TreeMap<>(snapshot.properties().other());
        DeclaredProperties.shown(snapshot.schema(), snapshot.properties()).forEach((name, value) -> {
            if (!name.equals(DeclaredProperties.EXTRA)) {
                all.put(
                        name,
                        String.join(
                                ", ",
                                ((List<?>) value).stream().map(String::valueOf).toList()));
            }
        });
        List<Object[]> rows = new ArrayList<>();
        all.forEach((key, value) -> rows.add(new Object[] {slice(key), slice(value)}));
        return rows;
    }

    private static Slice slice(Object value) {
        return Slices.utf8Slice(value.toString());
    }

    /** The names of columns, without those that were dropped. */
    private static Block names(Snapshot snapshot, List<Integer> fields) {
        List<String> names = snapshot.schema().fields().stream()
                .filter(field -> fields.contains(field.fieldId().orElseThrow()))
                .map(Field::name)
                .toList();
        BlockBuilder builder = VarcharType.VARCHAR.createBlockBuilder(null, names.size());
        names.forEach(name -> VarcharType.VARCHAR.writeString(builder, name));
        return builder.build();
    }
}
