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
package dev.stoa.hive.internal.table;

import dev.stoa.format.Field;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties.PartitionColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hive.ql.parse.TransformSpec;
import org.apache.hadoop.hive.ql.parse.TransformSpec.TransformType;

/** By what the rows of a table are divided, as Hive shows it: {@code show create table} and {@code describe formatted}. */
public final class PartitionSpecs {
    private static final Pattern NUMBERED = Pattern.compile("(hash|truncate)\\((\\d{1,9})\\)");

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private PartitionSpecs() {}

    /** Returns those that Hive has words for: it has none for {@code range}. */
    public static List<TransformSpec> of(Snapshot snapshot) {
        List<TransformSpec> specs = new ArrayList<>();
        for (PartitionColumn part : snapshot.properties().partitionedBy()) {
            String column =
                    snapshot.schema().field(part.fieldId()).map(Field::name).orElse("");
            Matcher numbered = NUMBERED.matcher(part.transform());
            if (numbered.matches()) {
                TransformType type = numbered.group(1).equals("hash") ? TransformType.BUCKET : TransformType.TRUNCATE;
                specs.add(TransformSpec.fromString(type + "[" + numbered.group(2) + "]", column));
            } else {
                type(part.transform()).ifPresent(type -> specs.add(TransformSpec.fromString(type.name(), column)));
            }
        }
        return specs;
    }

    /** Returns the number of a bucket or truncation. Hive's own method for it has another type in 4.1 than in 4.2. */
    static String number(TransformSpec spec) {
        Matcher number = NUMBER.matcher(spec.transformTypeString());
        if (!number.find()) {
            throw new IllegalArgumentException(spec.transformTypeString() + " has no number");
        }
        return number.group();
    }

    private static Optional<TransformType> type(String transform) {
        return Optional.ofNullable(
                switch (transform) {
                    case "value" -> TransformType.IDENTITY;
                    case "year" -> TransformType.YEAR;
                    case "month" -> TransformType.MONTH;
                    case "day" -> TransformType.DAY;
                    case "hour" -> TransformType.HOUR;
                    default -> null;
                });
    }
}
