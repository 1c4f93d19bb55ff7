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
package dev.stoa.spark.internal;

import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Something that tasks count. Spark shows the sum. Spark makes it by the name of its class, so the class is public. */
abstract class TableMetric extends CustomSumMetric {
    private final String name;
    private final String description;

    TableMetric(String name, String description) {
        this.name = name;
        this.description = description;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    /** Returns the count of one task or of the driver so far. */
    public final CustomTaskMetric of(long value) {
        return new Count(name, value);
    }

    private record Count(String name, long value) implements CustomTaskMetric {}
}
