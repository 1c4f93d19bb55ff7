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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Watches a table, and reads its metrics by JMX and by the SDK of OpenTelemetry. */
class TableMetricsTest {
    private static final Schema SCHEMA = Schema.of(Field.required("id", Type.of(TypeKind.INT64)));
    private static final Duration NEVER = Duration.ofDays(1000);
    private static final Map<String, Number> UNREADABLE = Map.of("stoa_table_readable", 0);

    @TempDir
    private Path parent;

    private LocalFolder folder;
    private Table table;

    @BeforeEach
    void makeTable() throws IOException {
        folder = new LocalFolder(Files.createDirectory(parent.resolve("orders")));
        table = Table.create(folder, SCHEMA, TableProperties.NONE, TableSettings.DEFAULT);
        insert(3);
    }

    @AfterEach
    void endMetricsSystem() {
        DefaultMetricsSystem.shutdown();
    }

    private void insert(int rows) throws IOException {
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(new Batch(
                    SCHEMA,
                    List.of(new LongVector(Type.of(TypeKind.INT64), new long[rows], ColumnVector.NO_NULLS, rows)),
                    rows));
            insert.commit();
        }
    }

    private TableMetrics watch(Duration pause) {
        return TableMetrics.watch(folder, pause, Duration.ofDays(7), Duration.ofDays(1));
    }

    private void hideTable() throws IOException {
        Files.move(parent.resolve("orders"), parent.resolve("elsewhere"));
    }

    @Test
    @Timeout(120)
    void aThreadReadsAgain() throws Exception {
        try (TableMetrics metrics = watch(Duration.ofMillis(1))) {
            assertEquals(3L, metrics.gauges().get("stoa_table_rows"), "the first reading is done at once");
            insert(2);
            while (!metrics.gauges().get("stoa_table_rows").equals(5L)) {
                Thread.sleep(1);
            }
            hideTable();
            while (!metrics.gauges().equals(UNREADABLE)) {
                Thread.sleep(1);
            }
            Files.move(parent.resolve("elsewhere"), parent.resolve("orders"));
            while (!metrics.gauges().keySet().equals(TableMetrics.names())) {
                Thread.sleep(1);
            }
        }
    }

    @Test
    void askingReadsNothing() throws IOException {
        try (TableMetrics metrics = watch(NEVER)) {
            insert(2);
            assertEquals(3L, metrics.gauges().get("stoa_table_rows"));
            metrics.read();
            assertEquals(5L, metrics.gauges().get("stoa_table_rows"));
            assertEquals(
                    List.copyOf(TableMetrics.names()),
                    List.copyOf(metrics.gauges().keySet()));
        }
        assertThrows(IllegalArgumentException.class, () -> watch(Duration.ZERO));
    }

    @Test
    void hadoopPublishesABean() throws Exception {
        MetricsSystem system = DefaultMetricsSystem.initialize("Shop");
        try (TableMetrics metrics = watch(NEVER)) {
            HadoopMetrics.register(metrics, system, "orders");
            Map<String, Object> bean = bean("Hadoop:service=Shop,name=orders");
            assertEquals(folder.id(), bean.remove("tag.table"));
            bean.keySet().removeIf(name -> name.startsWith("tag."));
            assertEquals(TableMetrics.names(), bean.keySet());
            assertEquals(3L, bean.get("stoa_table_rows"));
            assertEquals(1L, bean.get("stoa_table_healthy"));
            assertEquals(0.0, bean.get("stoa_table_compaction_saves_share"));

            hideTable();
            metrics.read();
            HadoopMetrics.register(metrics, system, "lost"); // Hadoop keeps what a bean said for some seconds
            Map<String, Object> lost = bean("Hadoop:service=Shop,name=lost");
            lost.keySet().removeIf(name -> name.startsWith("tag."));
            assertEquals(Map.of("stoa_table_readable", 0L), lost);
            system.unregisterSource("lost");
            assertTrue(ManagementFactory.getPlatformMBeanServer()
                    .queryNames(new ObjectName("Hadoop:service=Shop,name=lost"), null)
                    .isEmpty());
        }
    }

    private static Map<String, Object> bean(String name) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName bean = new ObjectName(name);
        Map<String, Object> values = new TreeMap<>();
        for (MBeanAttributeInfo attribute : server.getMBeanInfo(bean).getAttributes()) {
            values.put(attribute.getName(), server.getAttribute(bean, attribute.getName()));
        }
        return values;
    }

    @Test
    void openTelemetryCollectsGauges() throws IOException {
        Reader reader = new Reader();
        try (SdkMeterProvider provider =
                        SdkMeterProvider.builder().registerMetricReader(reader).build();
                TableMetrics metrics = watch(NEVER)) {
            BatchCallback gauges = OpenTelemetryMetrics.register(metrics, provider.get("shop"));
            Map<String, Double> collected = reader.collect(folder.id());
            assertEquals(TableMetrics.names(), collected.keySet());
            assertEquals(3, collected.get("stoa_table_rows"));

            hideTable();
            metrics.read();
            assertEquals(Map.of("stoa_table_readable", 0.0), reader.collect(folder.id()));
            gauges.close();
            assertEquals(Map.of(), reader.collect(folder.id()));
        }
    }

    /** Collects when the test asks. */
    private static final class Reader implements MetricReader {
        private CollectionRegistration registration = CollectionRegistration.noop();

        Map<String, Double> collect(String table) {
            Map<String, Double> values = new TreeMap<>();
            registration
                    .collectAllMetrics()
                    .forEach(metric -> metric.getDoubleGaugeData().getPoints().forEach(point -> {
                        assertEquals(table, point.getAttributes().get(AttributeKey.stringKey("table")));
                        values.put(metric.getName(), point.getValue());
                    }));
            return values;
        }

        @Override
        public void register(CollectionRegistration made) {
            registration = made;
        }

        @Override
        public CompletableResultCode forceFlush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public AggregationTemporality getAggregationTemporality(InstrumentType type) {
            return AggregationTemporality.CUMULATIVE;
        }
    }
}
