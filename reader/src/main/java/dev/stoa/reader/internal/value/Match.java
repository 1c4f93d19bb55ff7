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
package dev.stoa.reader.internal.value;

/** The knowledge about a condition on a set of rows. */
public enum Match {
    /** It is true on no row. */
    NONE,
    /** It may be true on some rows. */
    SOME,
    /** It is true on every row. */
    ALL;

    /** For what is true where both are. */
    public Match and(Match other) {
        if (this == NONE || other == NONE) {
            return NONE;
        }
        return this == ALL && other == ALL ? ALL : SOME;
    }

    /** For what is true where one is. */
    public Match or(Match other) {
        if (this == ALL || other == ALL) {
            return ALL;
        }
        return this == NONE && other == NONE ? NONE : SOME;
    }

    /** For the rows of both sets. */
    public Match unite(Match other) {
        return this == other ? this : SOME;
    }
}
