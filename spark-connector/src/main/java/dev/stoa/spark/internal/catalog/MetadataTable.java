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
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * What the log of a table tells, as a table: {@code t.snapshots}, {@code t.files}, {@code t.deltas}.
 *
 * @param kind what is told
 * @param table of which
 * @param snapshot of which version
 */
public record MetadataTable(Kind kind, Table table, Snapshot snapshot) implements SupportsRead {

    /** What can be told. */
    public enum Kind {
        /** The commits, newest first. */
        SNAPSHOTS("version bigint, committed_at timestamp_ltz, operation string, transaction string, based_on bigint, "
                + "overwrite boolean"),
        /** The data files. */
        FILES("fragment string, partition string, file string, bytes bigint, rows bigint, live_rows bigint, "
                + "columns array<string>"),
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

    /** What the log of a table tells of a version, or of the newest. */
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

    @Override
    public Column[] columns() {
        return Arrays.stream(kind.schema().fields())
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
        return new LocalRows(kind.schema(), SparkErrors.unchecked(() -> switch (kind) {
            case SNAPSHOTS -> snapshots();
            case FILES -> files();
            case DELTAS -> deltas();
        }));
    }

    private static InternalRow row(Object... values) {
        return new GenericInternalRow(values);
    }

    private static UTF8String text(Object value) {
        return UTF8String.fromString(value.toString());
    }

    private List<InternalRow> snapshots() throws IOException {
        List<InternalRow> rows = new ArrayList<>();
        for (CommitInfo commit : table.commits(Integer.MAX_VALUE)) {
            if (commit.version() <= snapshot.version()) {
                rows.add(row(
                        commit.version(),
                        ChronoUnit.MICROS.between(Instant.EPOCH, commit.time()),
                        text(commit.operation()),
                        text(commit.transaction()),
                        commit.base(),
                        commit.overwrite()));
            }
        }
        return rows;
    }

    private List<InternalRow> files() {
        List<InternalRow> rows = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                rows.add(row(
                        text(fragment.id()),
                        fragment.partition().map(MetadataTable::text).orElse(null),
                        text(file.path()),
                        file.identity().length(),
                        fragment.rows(),
                        fragment.liveRows(),
                        file.fields().map(this::columns).orElse(null)));
            }
        }
        return rows;
    }

    private List<InternalRow> deltas() {
        List<InternalRow> rows = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            for (SidecarFile delta : fragment.sidecars()) {
                rows.add(row(
                        text(fragment.id()),
                        text(delta.path()),
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
