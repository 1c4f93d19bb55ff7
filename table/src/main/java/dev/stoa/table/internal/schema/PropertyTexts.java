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
package dev.stoa.table.internal.schema;

import dev.stoa.table.TableProperties;
import dev.stoa.table.TableProperties.PartitionColumn;
import dev.stoa.table.TableProperties.SortColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Properties of a table as the log has them: names and texts, with a line for each column that is declared. */
public final class PropertyTexts {
    private static final String SORT = "stoa.sort";
    private static final String KEY = "stoa.key";
    private static final String PARTITION = "stoa.partition";

    private PropertyTexts() {}

    /** The texts of properties. */
    public static Map<String, String> of(TableProperties properties) {
        Map<String, String> texts = new TreeMap<>(properties.other());
        List<String> sort = new ArrayList<>();
        for (SortColumn column : properties.sortedBy()) {
            sort.add(column.fieldId()
                    + (column.descending() ? " desc" : " asc")
                    + (column.nullsFirst() ? " nulls first" : " nulls last"));
        }
        put(texts, SORT, sort);
        put(texts, KEY, properties.key().stream().map(String::valueOf).toList());
        put(
                texts,
                PARTITION,
                properties.partitionedBy().stream()
                        .map(column -> column.fieldId() + " " + column.transform())
                        .toList());
        return texts;
    }

    private static void put(Map<String, String> texts, String name, List<String> lines) {
        if (!lines.isEmpty()) {
            texts.put(name, String.join("\n", lines));
        }
    }

    /**
     * The properties of texts.
     *
     * @throws IllegalArgumentException if they are not as {@link #of} writes them
     */
    public static TableProperties read(Map<String, String> texts) {
        List<SortColumn> sort = new ArrayList<>();
        for (String line : lines(texts, SORT)) {
            String[] words = line.split(" ", -1);
            boolean right = words.length == 4
                    && (words[1].equals("asc") || words[1].equals("desc"))
                    && words[2].equals("nulls")
                    && (words[3].equals("first") || words[3].equals("last"));
            if (!right) {
                throw new IllegalArgumentException("the property '" + SORT + "' has '" + line + "'");
            }
            sort.add(new SortColumn(Integer.parseInt(words[0]), words[1].equals("desc"), words[3].equals("first")));
        }
        List<Integer> key = lines(texts, KEY).stream().map(Integer::parseInt).toList();
        List<PartitionColumn> partition = new ArrayList<>();
        for (String line : lines(texts, PARTITION)) {
            String[] words = line.split(" ", 2);
            if (words.length != 2) {
                throw new IllegalArgumentException("the property '" + PARTITION + "' has '" + line + "'");
            }
            partition.add(new PartitionColumn(Integer.parseInt(words[0]), words[1]));
        }
        Map<String, String> other = new TreeMap<>(texts);
        other.keySet().removeAll(List.of(SORT, KEY, PARTITION));
        return new TableProperties(sort, key, partition, other);
    }

    private static List<String> lines(Map<String, String> texts, String name) {
        String text = texts.get(name);
        return text == null ? List.of() : List.of(text.split("\n", -1));
    }
}
