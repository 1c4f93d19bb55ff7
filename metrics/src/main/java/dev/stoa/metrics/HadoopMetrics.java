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
package dev.stoa.metrics;

import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Shows the health of tables in Hadoop's metrics. Hadoop publishes each source as a bean of JMX, too:
 * {@code Hadoop:service=PREFIX,name=SOURCE}, with the prefix of the program's metrics system.
 */
public final class HadoopMetrics {
    private HadoopMetrics() {}

    /**
     * Registers the gauges of a table. {@link MetricsSystem#unregisterSource} with the same name removes them.
     *
     * @param system the metrics system of the program, usually
     *     {@link org.apache.hadoop.metrics2.lib.DefaultMetricsSystem#instance()}; it publishes nothing before the program has
     *     initialised it
     * @param source the name of the source, unique in the system
     */
    public static void register(TableMetrics metrics, MetricsSystem system, String source) {
        system.register(source, "Health of the Stoa table " + metrics.table(), new Source(metrics));
    }

    private record Source(TableMetrics metrics) implements MetricsSource {
        @Override
        public void getMetrics(MetricsCollector collector, boolean all) {
            MetricsRecordBuilder record = collector.addRecord("stoa_table").tag(info("table"), metrics.table());
            metrics.gauges().forEach((name, value) -> {
                if (value instanceof Double share) {
                    record.addGauge(info(name), share);
                } else {
                    record.addGauge(info(name), value.longValue());
                }
            });
        }

        private static MetricsInfo info(String name) {
            return Interns.info(name, name);
        }
    }
}
