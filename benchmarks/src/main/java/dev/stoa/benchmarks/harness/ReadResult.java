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
package dev.stoa.benchmarks.harness;

import dev.stoa.benchmarks.peers.Touch;

/**
 * The result of a contender's read.
 *
 * @param values the number of values delivered
 * @param checksum the sum of all {@link Touch}ed values
 * @param io the calls to the file system
 */
public record ReadResult(long values, long checksum, IoCounts io) {

    /** The same with other counts. */
    public ReadResult withIo(IoCounts counts) {
        return new ReadResult(values, checksum, counts);
    }
}
