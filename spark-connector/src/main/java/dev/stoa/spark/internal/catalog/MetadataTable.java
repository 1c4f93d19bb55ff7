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

import dev.stoa.format.Field;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.PartitionValues;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableBranch;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Facts of the log of a table, as a table: {@code t.snapshots}, {@code t.files}, {@code t.deltas}.
 *
 * @param kind the facts
 * @param table their table
 * @param snapshot their version
 */
public record MetadataTable(Kind kind, Table table, Snapshot snapshot) implements SupportsRead {

    /** The kinds of facts. */
    public enum Kind {
        /** The commits, newest first. */
        SNAPSHOTS("version bigint, committed_at timestamp_ltz, operation string, transaction string, based_on bigint, "
                + "overwrite boolean"),
        /** The commits, newest first, by the names that {@code describe history} has elsewhere. */
        HISTORY("version bigint, timestamp timestamp_ltz, operation string, readVersion bigint, transaction string"),
        /** The versions that have tags. */
        TAGS("name string, version bigint, committed_at timestamp_ltz"),
        /** The branches: the version where each begins, and its newest. */
        BRANCHES("name string, begins bigint, version bigint, committed_at timestamp_ltz"),
        /** The data files. */
        FILES("fragment string, file string, bytes bigint, rows bigint, live_rows bigint, " + "columns array<string>"),
        /** The partitions, with the rows that are not deleted. */
        PARTITIONS("rows bigint, files bigint, bytes bigint"),
        /** The files that say how rows were changed, and where rows have their place that came later. */
        DELTAS("fragment string, file string, bytes bigint, version bigint, deleted_rows bigint, "
                + "columns array<string>, inserted string");

        private final String columns;

        Kind(String columns) {
            this.columns = columns;
        }

        private StructType schema() {
            return StructType.fromDDL(columns);
        }

        public static Optional<Kind> of(String name) {
            return Arrays.stream(values())
                    .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }
    }

    /** Returns the facts of a version of a table, or of the newest. */
    public static MetadataTable of(Kind kind, TableFolder folder, Optional<TableFolder.Version> version) {
        return SparkErrors.unchecked(() -> {
            Table table = folder.open();
            return new MetadataTable(kind, table, TableFolder.snapshot(table, version));
        });
    }

    @Override
    public String name() {
        return table + "." + kind.name().toLowerCase(Locale.ROOT);
    }

    /** The columns, with that of the partition. */
    private StructType shownSchema() {
        StructType shown = new StructType();
        StructType values = new PartitionValues(snapshot).schema();
        DataType partition = values.length() == 0 ? DataTypes.StringType : values;
        for (StructField field : kind.schema().fields()) {
            boolean isBefore = kind == Kind.PARTITIONS && shown.length() == 0
                    || kind == Kind.FILES && field.name().equals("file");
            shown = isBefore ? shown.add("partition", partition) : shown;
            shown = shown.add(field);
        }
        return shown;
    }

    @Override
    public Column[] columns() {
        return Arrays.stream(shownSchema().fields())
                .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
                .toArray(Column[]::new);
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        Options.READ.check(name(), options.keySet().stream());
        return this::scan;
    }

    private Scan scan() {
        return new LocalRows(shownSchema(), SparkErrors.unchecked(() -> switch (kind) {
            case SNAPSHOTS -> snapshots();
            case HISTORY -> history();
            case TAGS -> tags();
            case BRANCHES -> branches();
            case FILES -> files();
            case PARTITIONS -> partitions();
            case DELTAS -> deltas();
        }));
    }

    private static InternalRow row(Object... values) {
        return new GenericInternalRow(values);
    }

    private static UTF8String text(Object value) {
        return UTF8String.fromString(value.toString());
    }

    /** The commits up to this version, newest first. */
    private List<CommitInfo> commits() throws IOException {
        return table.commits(Integer.MAX_VALUE).stream()
                .filter(commit -> commit.version() <= snapshot.version())
                .toList();
    }

    private static long micros(CommitInfo commit) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, commit.time());
    }

    private List<InternalRow> snapshots() throws IOException {
        List<InternalRow> rows = new ArrayList<>();
        for (CommitInfo commit : commits()) {
            rows.add(row(
                    commit.version(),
                    micros(commit),
                    text(commit.operation()),
                    text(commit.transaction()),
                    commit.base(),
                    commit.overwrite()));
        }
        return rows;
    }

    private List<InternalRow> history() throws IOException {
        List<InternalRow> rows = new ArrayList<>();
        for (CommitInfo commit : commits()) {
            rows.add(row(
                    commit.version(),
                    micros(commit),
                    text(commit.operation()),
                    commit.base(),
                    text(commit.transaction())));
        }
        return rows;
    }

    /** The tags of the newest version; a version that has expired has no time. */
    private List<InternalRow> tags() throws IOException {
        Map<Long, Long> times = new HashMap<>();
        commits().forEach(commit -> times.put(commit.version(), micros(commit)));
        List<InternalRow> rows = new ArrayList<>();
        snapshot.properties().tags().forEach((name, version) -> rows.add(row(text(name), version, times.get(version))));
        return rows;
    }

    private List<InternalRow> branches() throws IOException {
        List<InternalRow> rows = new ArrayList<>();
        for (Map.Entry<String, TableBranch> branch :
                snapshot.properties().branches().entrySet()) {
            CommitInfo newest = table.branch(branch.getKey()).lastKnown().commit();
            rows.add(row(text(branch.getKey()), branch.getValue().version(), newest.version(), micros(newest)));
        }
        return rows;
    }

    private List<InternalRow> files() throws IOException {
        List<InternalRow> rows = new ArrayList<>();
        PartitionValues values = new PartitionValues(snapshot);
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                rows.add(row(
                        text(fragment.id()),
                        values.of(fragment).orElse(null),
                        text(file.path()),
                        file.identity().length(),
                        fragment.rows(),
                        fragment.liveRows(),
                        file.fields().map(this::columns).orElse(null)));
            }
        }
        return rows;
    }

    private List<InternalRow> partitions() throws IOException {
        List<InternalRow> rows = new ArrayList<>();
        PartitionValues values = new PartitionValues(snapshot);
        values.all().forEach((partition, fragments) -> rows.add(partition(partition, fragments)));
        List<Fragment> others = values.schema().length() == 0
                ? List.of()
                : snapshot.fragments().stream()
                        .filter(fragment -> values.of(fragment).isEmpty())
                        .toList();
        if (!others.isEmpty()) {
            rows.add(partition(null, others));
        }
        return rows;
    }

    private static InternalRow partition(InternalRow partition, List<Fragment> fragments) {
        long live = fragments.stream().mapToLong(Fragment::liveRows).sum();
        List<DataFile> files = fragments.stream()
                .flatMap(fragment -> fragment.files().stream())
                .toList();
        long bytes = files.stream().mapToLong(file -> file.identity().length()).sum();
        return row(partition, live, (long) files.size(), bytes);
    }

    private List<InternalRow> deltas() throws IOException {
        List<InternalRow> rows = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            for (SidecarFile delta : fragment.sidecars()) {
                rows.add(row(
                        text(fragment.id()),
                        delta.isInLog() ? null : text(delta.path()),
                        delta.identity().length(),
                        delta.version(),
                        delta.deletedRows(),
                        columns(delta.fields()),
                        delta.inserted().map(MetadataTable::text).orElse(null)));
            }
        }
        return rows;
    }

    /** The names of columns, without those that were dropped. */
    private GenericArrayData columns(List<Integer> fields) {
        return new GenericArrayData(snapshot.schema().fields().stream()
                .filter(field -> fields.contains(field.fieldId().getAsInt()))
                .map(Field::name)
                .map(MetadataTable::text)
                .toArray());
    }
}
