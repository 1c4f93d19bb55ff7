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
package dev.stoa.cli.internal.tables;

import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.table.TableProperties.PartitionColumn;
import java.util.ArrayList;
import java.util.List;

/** Columns that divide rows, as options name them: {@code id hash(16)}. */
final class PartitionText {
    private PartitionText() {}

    /**
     * Reads them.
     *
     * @param schema whose fields have ids
     * @throws IllegalArgumentException if a text is no column and a transform, or no such column exists
     */
    static List<PartitionColumn> columns(Schema schema, List<String> texts) {
        List<PartitionColumn> columns = new ArrayList<>();
        for (String text : texts) {
            String[] words = text.strip().split("\\s+", 2);
            if (words.length != 2) {
                throw new IllegalArgumentException(
                        "--partition-by has '" + text + "', must be like 'id hash(16)' or 'day month'");
            }
            int id = FieldNames.get(schema.fields(), words[0]).fieldId().getAsInt();
            columns.add(new PartitionColumn(id, words[1]));
        }
        return columns;
    }
}
