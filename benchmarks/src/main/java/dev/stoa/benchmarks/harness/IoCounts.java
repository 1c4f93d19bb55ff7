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

/**
 * The cost of one read of a file, in calls to the file system.
 *
 * @param bytesRead bytes that the file system gave
 * @param requests single reads of consecutive bytes
 * @param roundTrips calls that a remote store would answer one after the other: requests of one vectored read count once
 */
public record IoCounts(long bytesRead, long requests, long roundTrips) {

    /** No calls, or none counted. */
    public static final IoCounts NONE = new IoCounts(0, 0, 0);

    public IoCounts minus(IoCounts earlier) {
        return new IoCounts(
                bytesRead - earlier.bytesRead, requests - earlier.requests, roundTrips - earlier.roundTrips);
    }
}
