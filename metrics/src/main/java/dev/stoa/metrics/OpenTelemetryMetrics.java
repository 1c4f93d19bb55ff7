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

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableMeasurement;
import java.util.LinkedHashMap;
import java.util.Map;

/** Shows the health of tables by the API of OpenTelemetry. */
public final class OpenTelemetryMetrics {
    private OpenTelemetryMetrics() {}

    /**
     * Registers the gauges of a table, with the attribute {@code table}. The gauges of several tables have the same names and
     * may share a meter.
     *
     * @param meter a meter of the program
     * @return what removes the gauges when it is closed
     */
    public static BatchCallback register(TableMetrics metrics, Meter meter) {
        Attributes table = Attributes.of(AttributeKey.stringKey("table"), metrics.table());
        Map<String, ObservableDoubleMeasurement> observers = new LinkedHashMap<>();
        TableMetrics.names()
                .forEach(name -> observers.put(name, meter.gaugeBuilder(name).buildObserver()));
        ObservableMeasurement[] all = observers.values().toArray(ObservableMeasurement[]::new);
        return meter.batchCallback(
                () -> metrics.gauges()
                        .forEach((name, value) -> observers.get(name).record(value.doubleValue(), table)),
                all[0],
                all);
    }
}
