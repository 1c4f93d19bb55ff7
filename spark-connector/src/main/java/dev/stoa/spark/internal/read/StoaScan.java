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

import dev.stoa.format.Field;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TaskStore;
import dev.stoa.spark.internal.table.KeysOfSources;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportOrdering;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A scan of a snapshot, in batches. */
public final class StoaScan
        implements Batch,
                SupportsReportStatistics,
                SupportsReportPartitioning,
                SupportsReportOrdering,
                SupportsRuntimeV2Filtering {
    /** A small scan has at most this size. Spark broadcasts a side of a join up to it, unless a setting says otherwise. */
    private static final long SMALL_BYTES = 10 << 20;

    /** A small scan opens at most this number of files. */
    private static final int SMALL_FILES = 8;

    /** As it was planned: what is found out when the query runs is part of Spark's own plan. */
    private final ScanTask planned;

    private final Snapshot snapshot;
    private final Configuration configuration;
    private final CaseInsensitiveStringMap options;
    private final boolean isTarget;
    private ScanTask task;
    private Optional<List<Fragment>> read = Optional.empty();
    private Optional<ScanKeys> keys = Optional.empty();
    private Optional<ScanEstimate> unfiltered = Optional.empty();
    private Optional<ScanEstimate> estimate = Optional.empty();
    private Optional<List<StoaPartition>> partitions = Optional.empty();

    /**
     * A scan.
     *
     * @param isTarget whether a statement changes the rows that are found
     */
    StoaScan(
            ScanTask task,
            Snapshot snapshot,
            Configuration configuration,
            CaseInsensitiveStringMap options,
            boolean isTarget) {
        this.isTarget = isTarget;
        this.planned = task;
        this.task = task;
        this.snapshot = snapshot;
        this.configuration = configuration;
        this.options = options;
    }

    @Override
    public StructType readSchema() {
        return task.schema();
    }

    @Override
    public String description() {
        return "stoa " + task.path() + " at version " + snapshot.version()
                + (task.aggregation() == null ? "" : ", computed " + task.aggregation())
                + (planned.predicates().isEmpty() ? "" : ", filtered " + PredicateText.of(planned.predicates()))
                + (task.isLimited() ? (task.isTop() ? ", first " : ", limit ") + task.limit() : "")
                + (task.order().isEmpty() ? "" : " by " + task.order());
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
        return ColumnarSupportMode.SUPPORTED;
    }

    @Override
    public Batch toBatch() {
        (isTarget ? Options.CHANGE : Options.READ).check(task.path(), configuration, options);
        return this;
    }

    @Override
    public MicroBatchStream toMicroBatchStream(String checkpoint) {
        return new StreamSource(
                task, SparkErrors.unchecked(() -> task.path().open(configuration)), configuration, options);
    }

    private List<Fragment> read() {
        if (read.isEmpty()) {
            read = Optional.of(fragments(task));
        }
        return read.get();
    }

    private List<Fragment> fragments(ScanTask of) {
        return SparkErrors.unchecked(() -> of.scan(snapshot).build().fragments());
    }

    private boolean isFiltered() {
        return task.predicates().size() > planned.predicates().size();
    }

    /** Those that are read if nothing is found out while the query runs. */
    private List<Fragment> plannedRead() {
        return isFiltered() ? fragments(planned) : read();
    }

    /** Made once: Spark asks several times, and it takes reads of the log. */
    @Override
    public Statistics estimateStatistics() {
        if (estimate.isEmpty()) {
            estimate = Optional.of(estimate());
        }
        return estimate.get();
    }

    private ScanEstimate estimate() {
        if (task.aggregated().isPresent() && task.aggregated().get().groupByExpressions().length == 0) {
            return ScanEstimate.of(task.schema(), read().size(), Map.of());
        }
        return SparkErrors.unchecked(() -> isCostBased()
                ? ScanEstimate.of(task.schema(), mostRows(), ScanEstimate.columns(task.schema(), snapshot, read()))
                : kept(unfiltered()));
    }

    /** The number of rows in the fragments, or the limit if that is smaller. */
    private long mostRows() {
        long rows = read().stream().mapToLong(Fragment::liveRows).sum();
        return task.isLimited() && !task.isTop() ? Math.min(rows, task.limit()) : rows;
    }

    /** Made once, as the estimate: Spark asks for the columns of runtime filters several times, too. */
    private ScanEstimate unfiltered() throws IOException {
        if (unfiltered.isEmpty()) {
            unfiltered = Optional.of(ScanEstimate.ofSize(task.schema(), mostRows(), snapshot, read(), broadcastable()));
        }
        return unfiltered.get();
    }

    /** Counts only rows that the filter keeps, if this may decide whether Spark broadcasts them. */
    private ScanEstimate kept(ScanEstimate all) throws IOException {
        boolean decides = !task.predicates().isEmpty()
                && KeptShare.mayDecide(all.sizeInBytes().getAsLong(), broadcastable());
        return decides ? all.times(KeptShare.share(task, snapshot, read())) : all;
    }

    private static long broadcastable() {
        return SQLConf.get().autoBroadcastJoinThreshold();
    }

    /** The bytes of the rows in the fragments that are read, before the filter. */
    public long bytesRead() {
        return SparkErrors.unchecked(this::unfiltered).sizeInBytes().getAsLong();
    }

    /** Whether the optimiser uses statistics of columns: the log is read for them. */
    private static boolean isCostBased() {
        return SQLConf.get().cboEnabled() || SQLConf.get().planStatsEnabled();
    }

    public boolean isTarget() {
        return isTarget;
    }

    /**
     * All columns whose values can be compared, unless the scan is small. A limit counts rows before a join. For the rows that
     * a statement changes, Spark would read all these columns in a scan of its own and gather all their values, without a
     * limit. {@link KeysOfSources} does better.
     */
    @Override
    public NamedReference[] filterAttributes() {
        if (isTarget || task.isLimited() || task.aggregated().isPresent() || isSmall()) {
            return new NamedReference[0];
        }
        Set<String> testable = testable();
        return Arrays.stream(task.schema().fieldNames())
                .filter(testable::contains)
                .map(SparkTypes::reference)
                .toArray(NamedReference[]::new);
    }

    /** Whether a runtime filter would save less than Spark takes to plan it: Spark may broadcast the rows of a few files. */
    private boolean isSmall() {
        return read().size() <= SMALL_FILES && bytesRead() <= Math.min(SMALL_BYTES, broadcastable());
    }

    /** Names of columns that runtime filters may test. */
    private Set<String> testable() {
        return FieldNotes.comparable(snapshot).fields().stream()
                .filter(field -> RuntimeFilters.canTest(field.type()))
                .map(Field::name)
                .collect(Collectors.toSet());
    }

    /** Whether a filter can look for values of a column. */
    public boolean canTest(String column) {
        return testable().contains(column);
    }

    /** How many values a column can have at most, as far as the log knows: the more, the fewer rows have one of them. */
    public double mostValues(String column) {
        double rows = read().stream().mapToLong(Fragment::liveRows).sum();
        StructField field = task.schema().apply(column);
        Statistics known = ScanEstimate.of(
                task.schema(),
                1,
                SparkErrors.unchecked(
                        () -> ScanEstimate.columns(new StructType(new StructField[] {field}), snapshot, read())));
        return known.columnStats().values().stream()
                .flatMap(of -> of.min().flatMap(min -> of.max().map(max -> ScanEstimate.range(min, max))).stream())
                .mapToDouble(range -> Math.min(range, rows))
                .findFirst()
                .orElse(rows);
    }

    @Override
    public void filter(Predicate[] found) {
        RuntimeFilters filters = new RuntimeFilters(new PredicateTranslation(FieldNotes.comparable(snapshot)));
        task = planned.with(isTarget ? filters.ofKeys(found) : filters.of(found));
        read = Optional.empty();
        unfiltered = Optional.empty();
        estimate = Optional.empty();
    }

    private ScanKeys keys() {
        if (keys.isEmpty()) {
            keys = Optional.of(ScanKeys.of(planned, snapshot, plannedRead()));
        }
        return keys.get();
    }

    @Override
    public Partitioning outputPartitioning() {
        return keys().expressions().isEmpty() ? new UnknownPartitioning(0) : keys().partitioning();
    }

    /** The declared order, where each task reads one fragment. */
    @Override
    public SortOrder[] outputOrdering() {
        List<SortOrder> order = task.aggregated().isPresent()
                ? List.of()
                : TableOrder.of(snapshot).ofColumns(List.of(task.schema().fieldNames()));
        boolean isInOrder = !order.isEmpty()
                && partitions().stream().allMatch(partition -> partition.rows().size() == 1);
        return isInOrder ? order.toArray(SortOrder[]::new) : new SortOrder[0];
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return ScanMetrics.all();
    }

    @Override
    public CustomTaskMetric[] reportDriverMetrics() {
        return ScanMetrics.ofDriver(snapshot.fragmentCount() - read().size());
    }

    private List<StoaPartition> partitions() {
        if (partitions.isEmpty()) {
            int cores = SparkSession.active().sparkContext().defaultParallelism();
            Folder folder = SparkErrors.unchecked(() -> task.path().openFolder(configuration));
            PartitionPlanner planner = new PartitionPlanner(planned, snapshot, keys(), folder);
            partitions = Optional.of(SparkErrors.unchecked(() -> planner.partitions(plannedRead(), cores)));
        }
        return partitions.get();
    }

    /** A scan that was planned before a filter came keeps its partitions: Spark may have made use of them. */
    @Override
    public InputPartition[] planInputPartitions() {
        List<StoaPartition> all = partitions();
        if (isFiltered()) {
            Set<UUID> left = read().stream().map(Fragment::id).collect(Collectors.toSet());
            all = all.stream()
                    .map(partition -> partition.of(left))
                    .filter(partition -> !partition.rows().isEmpty())
                    .toList();
        }
        return all.toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new StoaReaderFactory(task, TaskStore.of(task.path(), configuration));
    }

    /** Returns the task as it was planned, without filters that come while the query runs. */
    ScanTask planned() {
        return planned;
    }

    /** Returns a scan of the same version. */
    StoaScan with(ScanTask other) {
        return new StoaScan(other, snapshot, configuration, options, isTarget);
    }

    /** Whether another scan reads the same rows of the same version with the same options, and both read all of them. */
    boolean hasRowsOf(StoaScan other) {
        return isTarget == other.isTarget
                && planned.path().equals(other.planned.path())
                && planned.predicates().containsAll(other.planned.predicates())
                && other.planned.predicates().containsAll(planned.predicates())
                && !planned.isLimited()
                && !other.planned.isLimited()
                && options.equals(other.options)
                && isSameVersion(other.snapshot);
    }

    /** Whether a scan can compute aggregates of the table. */
    boolean computes(PushedAggregation aggregation) {
        return AggregateFunctions.of(aggregation.asked(), FieldNotes.comparable(snapshot))
                .isPresent();
    }

    /** The same of the same version gives the same rows: Spark then reads once what a query has twice. */
    @Override
    public boolean equals(Object other) {
        return other instanceof StoaScan scan
                && isTarget == scan.isTarget
                && planned.equals(scan.planned)
                && isSameVersion(scan.snapshot);
    }

    @SuppressWarnings("ReferenceEquality") // a folder without a log may hold other files each time that it is looked at
    private boolean isSameVersion(Snapshot other) {
        return snapshot == other
                || !snapshot.commit().operation().equals("none")
                        && snapshot.commit().equals(other.commit());
    }

    @Override
    public int hashCode() {
        return planned.hashCode();
    }

    @Override
    public String toString() {
        return description();
    }
}
