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
package dev.stoa.spark.internal.read;

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TaskStore;
import dev.stoa.table.CommitEffect;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A stream of the rows that are appended to a table: at first all existing ones, then those of one commit after the other. It
 * stops at a commit that changes or removes rows, unless an option lets it skip changes. A batch has whole commits, and an
 * option limits their number. The rows of the first version come together.
 */
final class StreamSource implements MicroBatchStream, SupportsTriggerAvailableNow {
    /** Before everything: all rows are new. */
    private static final long NOTHING = -1;

    private final ScanTask task;
    private final Table table;
    private final Configuration configuration;
    private final long first;
    private final boolean skipsChanges;
    private final long mostVersions;
    /** Where a query ends that only wants what already exists. */
    private OptionalLong until = OptionalLong.empty();

    /** A number of commits. */
    private record Versions(long most) implements ReadLimit {}

    StreamSource(ScanTask task, Table table, Configuration configuration, CaseInsensitiveStringMap options) {
        Options.SOURCE.check(task.path(), configuration, options);
        this.task = task;
        this.table = table;
        this.configuration = configuration;
        this.first = number(options, Options.STARTING_VERSION, 0) - 1;
        this.skipsChanges = flag(options, Options.SKIP_CHANGES);
        this.mostVersions = number(options, Options.MOST_VERSIONS, Long.MAX_VALUE);
        if (first < NOTHING) {
            throw refusal(Options.STARTING_VERSION + " is " + (first + 1) + ": versions start from 0");
        } else if (mostVersions < 1) {
            throw refusal(Options.MOST_VERSIONS + " is " + mostVersions + ": a batch brings at least one commit");
        }
    }

    private static long number(CaseInsensitiveStringMap options, String name, long byDefault) {
        try {
            return options.getLong(name, byDefault);
        } catch (NumberFormatException e) {
            throw refusal("the option " + name + " is '" + options.get(name) + "': give a whole number");
        }
    }

    private static boolean flag(CaseInsensitiveStringMap options, String name) {
        try {
            return options.getBoolean(name, false);
        } catch (IllegalArgumentException e) {
            throw refusal("the option " + name + " is '" + options.get(name) + "': give true or false");
        }
    }

    private static RuntimeException refusal(String message) {
        return SparkErrors.refusal(SparkErrors.Condition.STOA_INVALID_SETTING, message);
    }

    /** Where a query begins that has no checkpoint. */
    @Override
    public Offset initialOffset() {
        if (first >= 0) {
            SparkErrors.unchecked(() -> checkStart(first + 1));
        }
        return offset(first);
    }

    private boolean checkStart(long version) throws IOException {
        long newest = table.snapshot().version();
        if (version > newest + 1) {
            throw refusal(task.path() + ": the option " + Options.STARTING_VERSION + " is " + version
                    + ", but the newest version is " + newest + ": start from an existing version, or from "
                    + (newest + 1)
                    + ", which the next commit makes");
        }
        return true; // which was expired is seen when it is read
    }

    private Offset offset(long version) {
        return new VersionOffset(table.lastKnown().table(), version);
    }

    private long newest() {
        return SparkErrors.unchecked(() -> Math.max(first, table.snapshot().version()));
    }

    @Override
    public Offset latestOffset() {
        return reportLatestOffset();
    }

    @Override
    public Offset reportLatestOffset() {
        return offset(newest());
    }

    /** Reads no more than the present rows. */
    @Override
    public void prepareForTriggerAvailableNow() {
        until = OptionalLong.of(newest());
    }

    @Override
    public ReadLimit getDefaultReadLimit() {
        return mostVersions == Long.MAX_VALUE ? ReadLimit.allAvailable() : new Versions(mostVersions);
    }

    @Override
    public Offset latestOffset(Offset start, ReadLimit limit) {
        long from = VersionOffset.version(start);
        long all = until.isPresent() ? until.getAsLong() : newest();
        boolean isLimited = limit instanceof Versions && from != NOTHING && all - from > mostVersions;
        return offset(isLimited ? from + mostVersions : all);
    }

    @Override
    public Offset deserializeOffset(String json) {
        return VersionOffset.of(json);
    }

    @Override
    public InputPartition[] planInputPartitions(Offset start, Offset end) {
        return SparkErrors.unchecked(() -> {
            VersionOffset.check(table.snapshot(), start, end);
            return partitions(VersionOffset.version(start), VersionOffset.version(end))
                    .toArray(InputPartition[]::new);
        });
    }

    private List<StoaPartition> partitions(long start, long end) throws IOException {
        if (start == end) {
            return List.of();
        }
        Snapshot last = table.snapshotAt(end);
        checkColumns(last);
        if (start == NOTHING) {
            return partitions(last, last.fragments().stream().map(Fragment::id).toList());
        }
        List<StoaPartition> partitions = new ArrayList<>();
        List<UUID> asTheyCame = new ArrayList<>();
        for (long version = start + 1; version <= end; version++) {
            CommitEffect effect = table.effect(version);
            if (effect.changesOthers() && !skipsChanges) {
                throw new IllegalStateException(table + ": version " + version
                        + " changes or removes rows that a stream has brought already: set the option "
                        + Options.SKIP_CHANGES
                        + " to pass over such changes, or begin anew");
            }
            List<UUID> changed = new ArrayList<>();
            for (UUID fragment : effect.appended()) {
                (isAsItCame(last, fragment) ? asTheyCame : changed).add(fragment);
            }
            if (!changed.isEmpty()) {
                Snapshot then = table.snapshotAt(version);
                checkColumns(then);
                partitions.addAll(partitions(then, changed));
            }
        }
        partitions.addAll(partitions(last, asTheyCame));
        return partitions;
    }

    /** Whether a fragment is in a snapshot what it was at first. */
    private static boolean isAsItCame(Snapshot snapshot, UUID id) throws IOException {
        return snapshot.fragment(id)
                .filter(fragment ->
                        fragment.files().size() == 1 && fragment.sidecars().isEmpty())
                .isPresent();
    }

    private List<StoaPartition> partitions(Snapshot snapshot, List<UUID> fragments) throws IOException {
        checkNulls(snapshot, fragments);
        Snapshot part = SnapshotPart.of(snapshot, fragments).open(task.path().openFolder(configuration));
        int cores = SparkSession.active().sparkContext().defaultParallelism();
        return new PartitionPlanner(task, part, ScanKeys.NONE, task.path().openFolder(configuration))
                .partitions(part.fragments(), cores);
    }

    /** The columns of a stream are those that the table had when the query was started. */
    private void checkColumns(Snapshot snapshot) {
        StructType columns = FieldNotes.schema(snapshot);
        for (StructField field : task.schema().fields()) {
            boolean isSame = List.of(columns.fieldNames()).contains(field.name())
                    && Objects.equals(columns.apply(field.name()).dataType(), field.dataType());
            if (!isSame) {
                throw new IllegalStateException(snapshot + ": column '" + field.name() + "' of the type "
                        + field.dataType().catalogString()
                        + " does not exist in this version: start the query again, with the columns of today");
            }
        }
    }

    /** A column without nulls, as the table was when the query was started, may have had some before, or since. */
    private void checkNulls(Snapshot snapshot, List<UUID> fragments) throws IOException {
        StructType columns = FieldNotes.schema(snapshot);
        for (StructField field : task.schema().fields()) {
            if (field.nullable()
                    || fragments.isEmpty()
                    || !columns.apply(field.name()).nullable()) {
                continue;
            }
            ColumnPath column = ColumnPath.of(field.name());
            long nulls = snapshot.scan()
                    .fragments(fragments)
                    .select(List.of())
                    .filter(Filter.isNull(column.toString()))
                    .aggregate(1)
                    .rows();
            if (nulls > 0) {
                throw new IllegalStateException(snapshot + ": column '" + field.name() + "' has " + nulls
                        + " nulls in the rows of this version, and the table had none when the query was started:"
                        + " start it again. To read versions from before set not null, start it from a later version, or"
                        + " drop not null first");
            }
        }
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new StoaReaderFactory(task, TaskStore.of(task.path(), configuration));
    }

    @Override
    public void commit(Offset end) {
        // versions stay until they are expired
    }

    @Override
    public void stop() {
        // nothing is open
    }
}
