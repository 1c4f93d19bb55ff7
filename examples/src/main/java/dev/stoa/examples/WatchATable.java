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
package dev.stoa.examples;

import dev.stoa.metrics.HadoopMetrics;
import dev.stoa.metrics.OpenTelemetryMetrics;
import dev.stoa.metrics.TableMetrics;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import io.opentelemetry.api.GlobalOpenTelemetry;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Publishes the health of a table while a program runs: by Hadoop's metrics, by JMX, and by OpenTelemetry. */
public final class WatchATable {
    private WatchATable() {}

    /**
     * Runs the example.
     *
     * @param args the path of a table
     */
    public static void main(String[] args) throws IOException, JMException {
        run(Path.of(args[0]), System.out);
    }

    static void run(Path folder, PrintStream out) throws IOException, JMException {
        DefaultMetricsSystem.initialize("Shop");
        try (TableMetrics metrics = publish(new LocalFolder(folder))) {
            out.println("readable: " + metrics.gauges().get("stoa_table_readable"));
            // what a monitor sees while the program runs
            ObjectName bean = new ObjectName("Hadoop:service=Shop,name=orders");
            out.println("rows: " + ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "stoa_table_rows"));
        } finally {
            DefaultMetricsSystem.shutdown();
        }
    }

    /** The code of docs/operate.md. */
    private static TableMetrics publish(Folder folder) {
        TableMetrics metrics =
                TableMetrics.watch(folder, Duration.ofMinutes(5), Duration.ofDays(7), Duration.ofDays(1));
        HadoopMetrics.register(metrics, DefaultMetricsSystem.instance(), "orders");
        OpenTelemetryMetrics.register(metrics, GlobalOpenTelemetry.getMeter("shop"));
        return metrics;
    }
}
