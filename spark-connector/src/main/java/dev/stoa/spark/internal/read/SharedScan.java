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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A scan that gives what two scans of the same rows give: the columns or aggregates of the first scan, then those that only the
 * second one has.
 *
 * @param places of what the second scan gives, in what this one gives
 */
public record SharedScan(StoaScan scan, List<Integer> places) {
    public SharedScan {
        places = List.copyOf(places);
    }

    /** Returns a scan for two; nothing if their rows may differ, if only one computes aggregates, or if none can compute all of these. */
    public static Optional<SharedScan> of(StoaScan first, StoaScan second) {
        ScanTask task = first.planned();
        ScanTask other = second.planned();
        if (!first.hasRowsOf(second)
                || task.aggregated().isPresent() != other.aggregated().isPresent()) {
            return Optional.empty();
        }
        Optional<PushedAggregation> both = Optional.empty();
        if (task.aggregated().isPresent()) {
            both = task.aggregation().and(other.aggregation()).filter(first::computes);
            if (both.isEmpty()) {
                return Optional.empty();
            }
        }
        List<String> outputs = new ArrayList<>(task.outputs());
        List<Integer> places = new ArrayList<>();
        StructType schema = task.schema();
        for (int i = 0; i < other.outputs().size(); i++) {
            StructField field = other.schema().fields()[i];
            int place = outputs.indexOf(other.outputs().get(i));
            if (place < 0) {
                place = outputs.size();
                outputs.add(other.outputs().get(i));
                String name = both.isPresent() ? "f" + place : field.name();
                schema = schema.add(new StructField(name, field.dataType(), field.nullable(), field.metadata()));
            } else if (places.contains(place)
                    || !schema.fields()[place].dataType().equals(field.dataType())) {
                return Optional.empty(); // a scan may read only some parts of a struct
            }
            places.add(place);
        }
        return Optional.of(new SharedScan(first.with(task.with(schema, both.orElse(null))), places));
    }
}
