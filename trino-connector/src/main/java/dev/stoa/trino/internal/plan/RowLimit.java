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
package dev.stoa.trino.internal.plan;

/**
 * How many rows a statement needs of a table.
 *
 * @param rows after which a split may stop
 * @param isTotal whether all splits together give no more rows
 */
public record RowLimit(long rows, boolean isTotal) {
    /** All rows of each split. Trino takes the first of them. */
    public static final RowLimit ALL = new RowLimit(Long.MAX_VALUE, false);

    @Override
    public String toString() {
        return rows == Long.MAX_VALUE ? "" : " limit " + rows + (isTotal ? "" : " of each split");
    }
}
