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
package dev.stoa.writer;

import java.util.List;

/**
 * A column that sorts the rows of a file. The writer declares it in the file and checks every row. Values compare in
 * the order of their type (format-spec, "Types"); NaN comes after all numbers, and before them if descending.
 *
 * @param path the names from a top-level column down to the field; only structs may be between
 * @param descending whether large values come first
 * @param nullsFirst whether null rows come before all others, whatever the direction
 */
public record SortColumn(List<String> path, boolean descending, boolean nullsFirst) {

    /** Checks that a name is present. */
    public SortColumn {
        path = List.copyOf(path);
        if (path.isEmpty()) {
            throw new IllegalArgumentException("the path of a sort column is empty");
        }
    }

    /** Ascending, nulls last. */
    public static SortColumn ascending(String... path) {
        return new SortColumn(List.of(path), false, false);
    }

    /** Descending, nulls last. */
    public static SortColumn descending(String... path) {
        return new SortColumn(List.of(path), true, false);
    }
}
