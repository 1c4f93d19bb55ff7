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
package dev.stoa.table;

/**
 * The cost of a scan of a table, in bytes. Each opened file or sidecar, and each vector with a change, counts as a number of read
 * bytes. So the gain of a job is a number of bytes, too: those that each later scan saves.
 *
 * @param openBytes the bytes that count for an opened file or sidecar
 * @param vectorBytes the bytes that count for a vector whose rows a scan changes
 * @param scans a job is worth its price if this number of scans wins it back
 * @param smallBytes fragments below this size are put together
 * @param targetBytes until they have about this size
 */
public record CompactionCosts(long openBytes, long vectorBytes, int scans, long smallBytes, long targetBytes) {
    /** 256 KiB, 8 KiB, 20 scans, 32 MiB, 128 MiB. */
    public static final CompactionCosts DEFAULT = new CompactionCosts(256 << 10, 8 << 10, 20, 32 << 20, 128 << 20);

    /** Checks the ranges. */
    public CompactionCosts {
        if (openBytes < 0 || vectorBytes < 0 || scans < 1 || smallBytes < 0 || targetBytes < smallBytes) {
            throw new IllegalArgumentException("costs out of range");
        }
    }

    public double scan(long bytes, long opens, double vectors) {
        return bytes + openBytes * opens + vectorBytes * vectors;
    }

    /** Whether a job wins its price back. */
    public boolean isWorth(CompactionJob job) {
        return job.gain() > 0 && job.gain() >= job.cost() / scans;
    }
}
