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
package dev.stoa.delta;

/**
 * Rows of a base that two sets of changes treat differently.
 *
 * @param kind what both did
 * @param sid the first row
 * @param count how many rows, at least one
 * @param column the column, or {@link #WHOLE_ROW}
 */
public record DeltaConflict(Kind kind, long sid, long count, int column) {
    /** Stands for the column where a row was deleted. */
    public static final int WHOLE_ROW = -1;

    /** What both did to a row. */
    public enum Kind {
        /** Both deleted it. */
        BOTH_DELETED,

        /** Both modified one column of it. */
        BOTH_MODIFIED,

        /** The later one modified what was deleted. */
        MODIFIED_DELETED,

        /** The later one deleted what was modified. */
        DELETED_MODIFIED
    }

    @Override
    public String toString() {
        String rows = count == 1 ? "row " + sid : "rows " + sid + ".." + (sid + count - 1);
        return switch (kind) {
            case BOTH_DELETED -> rows + " deleted by both";
            case BOTH_MODIFIED -> rows + ", column " + column + " modified by both";
            case MODIFIED_DELETED -> rows + " deleted, column " + column + " modified";
            case DELETED_MODIFIED -> rows + ", column " + column + " modified, the row deleted";
        };
    }
}
