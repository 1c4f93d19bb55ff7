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
/**
 * The health of tables as metrics, for programs that run long: a service, a driver of Spark.
 *
 * <p>{@link dev.stoa.metrics.TableMetrics} reads the health of a table again and again.
 * {@link dev.stoa.metrics.HadoopMetrics} shows it in Hadoop's metrics and by JMX, and
 * {@link dev.stoa.metrics.OpenTelemetryMetrics} by the API of OpenTelemetry. Each of the two needs its library only if the
 * program uses it.
 */
package dev.stoa.metrics;
