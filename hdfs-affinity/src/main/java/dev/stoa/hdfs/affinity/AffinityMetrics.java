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
package dev.stoa.hdfs.affinity;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/** The metrics {@code StoaPlacement} of the process: counts of what the policy did. */
final class AffinityMetrics implements MetricsSource {
    static final String NAME = "StoaPlacement";

    private final LongAdder placed = new LongAdder();
    private final LongAdder stoodIn = new LongAdder();
    private final LongAdder fellBack = new LongAdder();
    private final LongAdder refusedMoves = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder failedLoads = new LongAdder();
    private final LongAdder[] deletions = {new LongAdder(), new LongAdder(), new LongAdder()};
    private volatile long epoch;
    private volatile long loadedAt = System.nanoTime();

    /** Takes the place of an earlier policy's metrics. */
    void register() {
        MetricsSystem system = DefaultMetricsSystem.instance();
        system.unregisterSource(NAME);
        system.register(NAME, "Placement of partitions by their maps", this);
    }

    void placed(int replicas) {
        placed.add(replicas);
    }

    void stoodIn(int replicas) {
        stoodIn.add(replicas);
    }

    void fellBack(int replicas) {
        fellBack.add(replicas);
    }

    void refusedMove(boolean isRefused) {
        refusedMoves.add(isRefused ? 1 : 0);
    }

    void failed() {
        failures.increment();
    }

    void deletion(KnownSets.Kind kind) {
        deletions[kind.ordinal()].increment();
    }

    /**
     * Notes that the loader looked for maps.
     *
     * @param newest the highest epoch of all groups, 0 without a map
     * @param isComplete whether it could read all of them
     */
    void loaded(long newest, boolean isComplete) {
        epoch = newest;
        if (isComplete) {
            loadedAt = System.nanoTime();
        } else {
            failedLoads.increment();
        }
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        long age = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - loadedAt);
        MetricsRecordBuilder record = collector.addRecord(NAME);
        record.addGauge(Interns.info("Epoch", "Highest epoch of the maps in use, 0 without a map"), epoch);
        record.addGauge(Interns.info("AgeSeconds", "Seconds since the newest maps were read"), age);
        count(record, "Placed", "Replicas on nodes of the map", placed);
        count(record, "StoodIn", "Replicas on nodes that stand in for nodes of the map", stoodIn);
        count(record, "FellBack", "Replicas of partitions that HDFS placed", fellBack);
        count(record, "DeletionsKnown", "Deletions that kept a partition's nodes", deletions[0]);
        count(record, "DeletionsAmbiguous", "Deletions with the nodes of several partitions", deletions[1]);
        count(record, "DeletionsUnknown", "Deletions with no partition's nodes", deletions[2]);
        count(record, "RefusedMoves", "Moves that would tear a partition", refusedMoves);
        count(record, "Failures", "Faults of the policy, after which HDFS decided", failures);
        count(record, "FailedLoads", "Times that a map could not be read", failedLoads);
    }

    private static void count(MetricsRecordBuilder record, String name, String text, LongAdder count) {
        record.addCounter(Interns.info(name, text), count.sum());
    }
}
