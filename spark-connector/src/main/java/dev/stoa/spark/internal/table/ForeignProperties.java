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
package dev.stoa.spark.internal.table;

import dev.stoa.table.OtherProperties;
import java.util.Locale;
import java.util.Map;

/** Refuses properties of other formats, with what a table of Stoa has in their place. */
final class ForeignProperties {
    private static final String AGES = "say which versions to forget by call system.expire";

    /** The replacement in a table of Stoa, by the first letters of the property. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry(
                    "delta.enablechangedatafeed", "each table has its changes: read them by table_changes('t', 1, 3)"),
            Map.entry("delta.targetfilesize", "set targetFileSize"),
            Map.entry("write.target-file-size-bytes", "set targetFileSize"),
            Map.entry("delta.autooptimize", "writers merge small files by themselves, unless upkeep is false"),
            Map.entry("delta.deletedfileretentionduration", AGES),
            Map.entry("delta.logretentionduration", AGES),
            Map.entry("history.expire.", AGES),
            Map.entry("delta.constraints.", "write alter table ... add constraint ... check"),
            Map.entry(
                    "write.wap.enabled",
                    "write to a branch by its name, t.branch_x, and publish it by call system.fast_forward"));

    private ForeignProperties() {}

    /**
     * Checks the name of a property that a statement sets.
     *
     * @throws IllegalArgumentException if only another format follows it
     */
    static void check(String property) {
        if (!OtherProperties.contain(property)) {
            return;
        }
        String name = property.toLowerCase(Locale.ROOT);
        String advice = ELSEWHERE.entrySet().stream()
                .filter(entry -> name.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("leave it out");
        throw new IllegalArgumentException(
                "the property '" + property + "' is one of another format, and no table of Stoa follows it: " + advice);
    }
}
