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
package dev.stoa.hive.internal.plan;

import dev.stoa.format.Field;
import dev.stoa.hive.FragmentId;
import dev.stoa.hive.StoaSplit;
import dev.stoa.hive.VersionId;
import dev.stoa.hive.internal.columns.FileColumns;
import dev.stoa.hive.internal.columns.HeldTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.columns.TableNaming;
import dev.stoa.hive.internal.store.AskedVersion;
import dev.stoa.hive.internal.store.FolderListing;
import dev.stoa.hive.internal.store.OlderNames;
import dev.stoa.hive.internal.store.SnapshotRef;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.placement.PlacementGroups;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hive.ql.plan.TableScanDesc;
import org.apache.hadoop.mapred.JobConf;

/**
 * Divides a version of a table among tasks: the statement's base version, or the one that it asks for. Fragments that the
 * log rules out for the filter are left out; the others are divided as the first of their files is.
 */
public final class SnapshotSplits {
    private final JobConf job;
    private final VersionId version;
    private final Snapshot snapshot;
    private final Map<Path, Map<String, FileStatus>> listed = new HashMap<>();

    private SnapshotSplits(JobConf job, VersionId version, Snapshot snapshot) {
        this.job = job;
        this.version = version;
        this.snapshot = snapshot;
    }

    public static SnapshotSplits of(JobConf job, Path folder) throws IOException {
        AskedVersion asked = asked(job, folder);
        return new SnapshotSplits(job, asked.id(), asked.snapshot());
    }

    private static AskedVersion asked(JobConf job, Path folder) throws IOException {
        if (job.get(TableScanDesc.FROM_VERSION) != null) {
            throw new IOException(
                    folder + ": Hive asks for the rows since version " + job.get(TableScanDesc.FROM_VERSION)
                            + ", which tables of Stoa do not give to it: 'stoa diff' and Spark's table_changes do. To rebuild a"
                            + " materialised view, set hive.materializedview.rebuild.incremental=false");
        }
        String ref = job.get(TableScanDesc.SNAPSHOT_REF);
        if (ref != null) {
            return AskedVersion.of(job, folder, SnapshotRef.name(ref));
        }
        String version = job.get(TableScanDesc.AS_OF_VERSION);
        if (version != null) {
            return AskedVersion.of(job, folder, version);
        }
        Table table = Snapshots.open(job, folder);
        String millis = job.get(TableScanDesc.AS_OF_TIMESTAMP);
        if (millis != null) {
            return AskedVersion.of(folder, table.snapshotAt(Instant.ofEpochMilli(Long.parseLong(millis))));
        }
        VersionId base = VersionId.parse(folder, job.get(VersionId.key(job, folder)));
        return AskedVersion.of(folder, Snapshots.get(table, base));
    }

    public List<StoaSplit> plan(long largest, long smallest) throws IOException {
        List<StoaSplit> splits = new ArrayList<>();
        PlacementGroups groups = Snapshots.groups(job);
        for (Fragment fragment : survivors()) {
            FileStatus file =
                    status(new Path(version.table(), fragment.files().get(0).path()));
            long bytes = Math.max(smallest, Math.min(largest, file.getBlockSize()));
            FragmentId id = new FragmentId(version, fragment.id());
            for (StoaSplit split : new SplitPlanner(job, Math.max(1, bytes), groups).splits(file)) {
                splits.add(split.of(id));
            }
        }
        return splits;
    }

    private List<Fragment> survivors() throws IOException {
        TableColumns table = TableColumns.of(job);
        List<Field> fields = snapshot.schema().fields();
        Naming naming = TableNaming.of(job, version.table());
        FileColumns found = FileColumns.of(fields, OlderNames.of(job, version, snapshot, table, naming), naming);
        checkTypes(found, table, naming);
        TableScanBuilder builder = snapshot.scan().select(List.of());
        new PushedFilter(fields, found, table).of(job).ifPresent(builder::filter);
        try (TableScan scan = builder.build()) {
            return scan.fragments();
        }
    }

    /** A branch, or an older version of a table that was replaced, may have other types than the version that Hive knows. */
    private void checkTypes(FileColumns found, TableColumns table, Naming naming) throws IOException {
        for (int column : table.needed()) {
            OptionalInt place = found.place(column);
            try {
                if (place.isPresent()) {
                    HeldTypes.check(
                            snapshot.schema().fields().get(place.getAsInt()),
                            table.types().get(column),
                            naming);
                }
            } catch (IllegalArgumentException e) {
                throw new IOException(snapshot + ": " + e.getMessage(), e);
            }
        }
    }

    /** A file as its folder's listing has it, which costs less than to ask for each. */
    private FileStatus status(Path file) throws IOException {
        Path folder = file.getParent();
        Map<String, FileStatus> files = listed.get(folder);
        if (files == null) {
            files = new HashMap<>();
            RemoteIterator<? extends FileStatus> entries = FolderListing.of(folder, job);
            while (entries.hasNext()) {
                FileStatus entry = entries.next();
                files.put(entry.getPath().getName(), entry);
            }
            listed.put(folder, files);
        }
        FileStatus status = files.get(file.getName());
        if (status == null) {
            throw new FileNotFoundException(file + ": " + snapshot + " references this file, but it no longer exists");
        }
        return status;
    }
}
