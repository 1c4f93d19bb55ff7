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
package dev.stoa.mapreduce;

import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.table.TableSplit;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.table.placement.SplitHosts;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.Credentials;

/**
 * Divides the input of a job among tasks. Each path is a table of its own: one with a log, at its newest version, or a folder of
 * files, or one file.
 */
final class SplitPlanner {
    private final Configuration job;
    private final List<StoaSplit> splits = new ArrayList<>();

    private SplitPlanner(Configuration job) {
        this.job = job;
    }

    /**
     * The splits of some paths, which may be patterns.
     *
     * @param credentials get the tokens of the paths' file systems
     * @param filter that the job has for paths; must be null
     */
    static List<StoaSplit> splits(Configuration job, Credentials credentials, Path[] paths, PathFilter filter)
            throws IOException {
        if (filter != null) {
            throw new IOException(
                    "the job has a filter of paths, " + filter.getClass().getName()
                            + ": what is in a table it can't say. Name the files, by a pattern if they are many");
        }
        JobSettings.check(job);
        TokenCache.obtainTokensForNamenodes(credentials, paths, job);
        SplitPlanner planner = new SplitPlanner(job);
        for (Path path : paths) {
            planner.addMatches(path);
        }
        return planner.splits;
    }

    private void addMatches(Path path) throws IOException {
        FileSystem fs = path.getFileSystem(job);
        FileStatus[] matches =
                fs.globStatus(path, match -> !isHidden(match) || match.getName().equals(path.getName()));
        if (matches == null || matches.length == 0) {
            throw new FileNotFoundException(
                    path + ": the input of the job is not there, or its pattern matches nothing");
        }
        for (FileStatus match : matches) {
            add(fs, match);
        }
    }

    private static boolean isHidden(Path path) {
        return path.getName().startsWith("_") || path.getName().startsWith(".");
    }

    private void add(FileSystem fs, FileStatus status) throws IOException {
        Path path = status.getPath();
        Path above = status.isDirectory() ? path : path.getParent();
        Folder folder = new PlacementGroups(HadoopFolder.listed(job, PlacementGroups.SETTING))
                .around(HadoopFolder.of(fs, above), above.toUri().getPath());
        Table table = status.isDirectory()
                ? Table.open(folder, TableSettings.DEFAULT)
                : Table.openFile(folder, path.getName(), TableSettings.DEFAULT);
        // that of files was read just now
        Snapshot snapshot = table.isPlain() ? table.snapshotAt(0) : table.snapshot();
        long largest = job.getLong(FileInputFormat.SPLIT_MAXSIZE, Long.MAX_VALUE);
        long smallest = job.getLong(FileInputFormat.SPLIT_MINSIZE, 1);
        long target = Math.max(smallest, Math.min(largest, fs.getDefaultBlockSize(path)));
        SplitHosts hosts = new SplitHosts(folder);
        Map<UUID, SnapshotPart> parts = new HashMap<>();
        for (TableSplit split : JobSettings.scan(job, snapshot).splits(Math.max(1, target))) {
            SnapshotPart part = parts.get(split.fragment());
            if (part == null) {
                part = SnapshotPart.of(snapshot, List.of(split.fragment()));
                parts.put(split.fragment(), part);
            }
            long start = split.parts().isEmpty() ? 0 : split.parts().get(0).offset();
            String[] best = hosts.of(List.of(split)).toArray(String[]::new);
            splits.add(new StoaSplit(new Path(above, split.path()), start, Math.max(1, split.bytes()), best)
                    .rows(above, part, split.fragment(), split.fromRow(), split.toRow()));
        }
    }
}
