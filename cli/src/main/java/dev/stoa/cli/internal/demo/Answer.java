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
package dev.stoa.cli.internal.demo;

/**
 * The result of a query, and its cost.
 *
 * @param count matching rows
 * @param max largest l_linenumber of them
 * @param sum sum of l_extendedprice of them, in hundredths
 * @param bytesRead bytes that came from the file
 * @param requests reads that did not simply go on where the one before ended
 * @param nanos wall time, with opening and closing
 */
public record Answer(long count, int max, long sum, long bytesRead, long requests, long nanos) {

    /** Whether both found the same. */
    public boolean agrees(Answer other) {
        return count == other.count && max == other.max && sum == other.sum;
    }
}
