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
package dev.stoa.benchmarks.vio;

/**
 * The counts of a store so far.
 *
 * @param bytes that it sent
 * @param requests that it answered
 * @param roundTrips requests sent while none waited for its answer; all requests if the store can't tell
 */
public record StoreCounts(long bytes, long requests, long roundTrips) {

    /** The counts since earlier ones. */
    public StoreCounts minus(StoreCounts earlier) {
        return new StoreCounts(bytes - earlier.bytes, requests - earlier.requests, roundTrips - earlier.roundTrips);
    }

    /** One line of text. */
    String toLine() {
        return bytes + " " + requests + " " + roundTrips;
    }

    /** Reads {@link #toLine}. */
    static StoreCounts ofLine(String line) {
        String[] numbers = line.split(" ", -1);
        return new StoreCounts(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }
}
