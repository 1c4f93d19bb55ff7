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
package dev.stoa.hive;

import dev.stoa.hive.internal.plan.SnapshotSplits;
import dev.stoa.hive.internal.plan.SplitPlanner;
import dev.stoa.hive.internal.read.BatchReader;
import dev.stoa.hive.internal.read.MetadataReader;
import dev.stoa.hive.internal.read.RowReader;
import dev.stoa.hive.internal.session.SessionJar;
import dev.stoa.hive.internal.store.LogFolders;
import dev.stoa.hive.internal.store.MetadataTable;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.store.TableFiles;
import dev.stoa.hive.internal.store.TransactionFolders;
import dev.stoa.table.placement.PlacementGroups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedInputFormatInterface;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedSupport;
import org.apache.hadoop.hive.ql.io.CombineHiveInputFormat;
import org.apache.hadoop.hive.ql.io.SelfDescribingInputFormatInterface;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Reads files of tables {@code STORED AS STOA}: as batches where Hive's plan is vectorised, else as rows. Values have the
 * table's types, also if an older file has others.
 */
public final class StoaInputFormat extends FileInputFormat<NullWritable, Writable>
        implements VectorizedInputFormatInterface,
                SelfDescribingInputFormatInterface,
                CombineHiveInputFormat.AvoidSplitCombination {
    private static final String MAX_SPLIT = "mapreduce.input.fileinputformat.split.maxsize";
    private static final String MIN_SPLIT = "mapreduce.input.fileinputformat.split.minsize";

    /** Called by Hive. */
    public StoaInputFormat() {}

    /** Decimals of at most 18 digits are delivered as longs. */
    @Override
    public VectorizedSupport.Support[] getSupportedFeatures() {
        return new VectorizedSupport.Support[] {VectorizedSupport.Support.DECIMAL_64};
    }

    /**
     * Keeps splits as they are. Hive would combine ranges of bytes, as it does when it merges small files, and these do not say which
     * rows they have.
     */
    @Override
    public boolean shouldSkipCombine(Path folder, Configuration configuration) {
        return true;
    }

    /**
     * Lists files, which also obtains the tokens of their file systems, and divides them. For a table with a log, divides the
     * fragments of a version.
     *
     * @throws IOException if a file can't be read, if it comes from a transaction that Hive does not name, or if its table has
     * a log unknown to Hive
     * @throws IllegalStateException if tasks would not find these classes
     */
    @Override
    public InputSplit[] getSplits(JobConf job, int wanted) throws IOException {
        SessionJar.refuse(job);
        List<Path> named = List.of(getInputPaths(job));
        Optional<MetadataTable> metadata = MetadataTable.of(job.get(MetadataTable.SCANNED, ""));
        if (metadata.isPresent()) {
            TokenCache.obtainTokensForNamenodes(job.getCredentials(), named.toArray(Path[]::new), job);
            return named.stream()
                    .map(folder -> new MetadataSplit(folder, metadata.get()))
                    .toArray(InputSplit[]::new);
        }
        if (haveLogs(job, named)) {
            return ofSnapshots(job, named);
        }
        LogFolders above = new LogFolders(job, named);
        List<FileStatus> files = TableFiles.list(job);
        above.refuse();
        List<InputSplit> splits = new ArrayList<>();
        PlacementGroups groups = Snapshots.groups(job);
        for (FileStatus file : files) {
            TransactionFolders.refuse(file.getPath(), named);
            long largest = job.getLong(MAX_SPLIT, Long.MAX_VALUE);
            long bytes = Math.max(job.getLong(MIN_SPLIT, 1), Math.min(largest, file.getBlockSize()));
            splits.addAll(new SplitPlanner(job, Math.max(1, bytes), groups).splits(file));
        }
        return splits.toArray(InputSplit[]::new);
    }

    private static boolean haveLogs(JobConf job, List<Path> named) throws IOException {
        for (Path path : named) {
            if (!VersionId.isSet(job, path)) {
                return false;
            }
        }
        return !named.isEmpty();
    }

    private static InputSplit[] ofSnapshots(JobConf job, List<Path> tables) throws IOException {
        List<InputSplit> splits = new ArrayList<>();
        for (Path table : tables) {
            TokenCache.obtainTokensForNamenodes(job.getCredentials(), new Path[] {table}, job);
            splits.addAll(SnapshotSplits.of(job, table)
                    .plan(job.getLong(MAX_SPLIT, Long.MAX_VALUE), job.getLong(MIN_SPLIT, 1)));
        }
        return splits.toArray(InputSplit[]::new);
    }

    /**
     * Reads a split.
     *
     * @throws IllegalArgumentException if a column of the file can't be read as the table's
     */
    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // values are batches or rows, as the plan says
    public RecordReader<NullWritable, Writable> getRecordReader(InputSplit split, JobConf job, Reporter reporter)
            throws IOException {
        if (split instanceof MetadataSplit metadata) {
            reporter.setStatus(metadata.toString());
            return new MetadataReader(job, metadata.getPath(), metadata.table());
        }
        StoaSplit rows = (StoaSplit) split;
        reporter.setStatus(rows.toString());
        return Utilities.getIsVectorized(job)
                ? (RecordReader) new BatchReader(job, rows)
                : (RecordReader) new RowReader(job, rows);
    }
}
