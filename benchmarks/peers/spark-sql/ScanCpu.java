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
package dev.stoa.benchmarks.engines;

import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;

/** Adds up the CPU time of tasks that read tables: of stages behind which there are no others. */
final class ScanCpu extends SparkListener {
    private final SparkContext spark;
    private long nanos;

    ScanCpu(SparkContext spark) {
        this.spark = spark;
        spark.addSparkListener(this);
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
        if (event.stageInfo().parentIds().isEmpty()) {
            nanos += event.stageInfo().taskMetrics().executorCpuTime();
        }
    }

    synchronized void reset() {
        nanos = 0;
    }

    /** Since the reset, when all is told. */
    long nanos() throws TimeoutException {
        spark.listenerBus().waitUntilEmpty();
        synchronized (this) {
            return nanos;
        }
    }
}
