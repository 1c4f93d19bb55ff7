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
package dev.stoa.table.internal.check;

import dev.stoa.table.TableProperties;
import java.util.List;
import java.util.Map;

/** Tells which tags name versions that can't be read. */
public final class LostTags {
    private LostTags() {}

    /**
     * A line for each tag.
     *
     * @param properties of the newest version
     * @param first the first of the versions that can't be read
     * @param end the first version after them
     */
    public static List<String> texts(TableProperties properties, long first, long end) {
        return properties.tags().entrySet().stream()
                .filter(tag -> tag.getValue() >= first && tag.getValue() < end)
                .sorted(Map.Entry.comparingByKey())
                .map(tag -> "the tag '" + tag.getKey() + "' names version " + tag.getValue()
                        + ", which can't be read any more: remove it by 'stoa table tag TABLE --drop " + tag.getKey()
                        + "'")
                .toList();
    }
}
