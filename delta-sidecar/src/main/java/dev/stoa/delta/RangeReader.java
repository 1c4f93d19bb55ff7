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

/** Reads the changes of ranges of base rows that follow each other. */
interface RangeReader {

    /** Goes to a base row, in front of what was inserted in front of it. */
    void seek(long sid);

    /**
     * Reads the changes of a range that begins where the reader stands, as far as there is room, and says how far.
     *
     * @param changes empty so far
     */
    void read(long first, long end, RangeChanges changes);
}
