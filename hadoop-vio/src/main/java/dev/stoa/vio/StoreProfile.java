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
package dev.stoa.vio;

import java.util.Locale;
import java.util.Objects;

/**
 * What is known about a kind of store: when two ranges are worth one request, how large a request may be, how many run
 * at once, how much of a file's tail to fetch first, how much to fetch in one step, and how stubbornly to retry. Profiles
 * grow: take one of the factories and change it by its {@code with...} methods; do not call the constructor.
 *
 * @param name of the profile, for messages
 * @param mergeGap two ranges with at most this many unasked bytes between them are read as one; 0 merges only ranges
 *     that touch or overlap
 * @param maxRequest most bytes of one request: merging stops here, and what is longer is split into parallel requests
 * @param parallelism most requests of one source in flight
 * @param tailBytes how many bytes of a file's end a reader should fetch first, when it knows nothing but the length
 * @param inlineBytes a plan that reads at most so many bytes is read by the thread that starts it, before
 *     {@link RangeSource#start} returns: for stores that answer sooner than another thread wakes up; 0 for never
 * @param stepBytes about how many bytes a reader of much data should fetch at once. Little where a request costs little:
 *     what was read last is still in the processor's cache when it is used; much where requests take long
 * @param attempts how often one request is tried before the read fails; at least 1
 * @param retryDelayMillis pause before the first retry; doubled for each further one
 */
public record StoreProfile(
        String name,
        int mergeGap,
        int maxRequest,
        int parallelism,
        int tailBytes,
        int inlineBytes,
        int stepBytes,
        int attempts,
        int retryDelayMillis) {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public StoreProfile {
        Objects.requireNonNull(name, "name");
        atLeast(name, "mergeGap", mergeGap, 0);
        atLeast(name, "maxRequest", maxRequest, 1);
        atLeast(name, "parallelism", parallelism, 1);
        atLeast(name, "tailBytes", tailBytes, 0);
        atLeast(name, "inlineBytes", inlineBytes, 0);
        atLeast(name, "stepBytes", stepBytes, 1);
        atLeast(name, "attempts", attempts, 1);
        atLeast(name, "retryDelayMillis", retryDelayMillis, 0);
    }

    /** Local disks: a request costs microseconds, so hardly any gap is worth reading, and no thread worth waking. */
    public static StoreProfile local() {
        return new StoreProfile("local", 8 * KIB, 4 * MIB, 4, 64, 4 * MIB, MIB / 2, 2, 1);
    }

    /** HDFS: a positional read costs about a millisecond and a round trip to one datanode. */
    public static StoreProfile hdfs() {
        return new StoreProfile("hdfs", 128 * KIB, 8 * MIB, 8, 16 * KIB, 0, 32 * MIB, 3, 50);
    }

    /** Object stores: tens of milliseconds to the first byte, then plenty of bandwidth if requests run in parallel. */
    public static StoreProfile objectStore() {
        return new StoreProfile("object-store", MIB, 8 * MIB, 16, 64 * KIB, 0, 32 * MIB, 4, 100);
    }

    /**
     * Returns the profile for the scheme of a file system's URI. Unknown schemes are taken for something like HDFS.
     *
     * @param scheme such as {@code file}, {@code hdfs}, {@code s3a}; case does not matter
     */
    public static StoreProfile forScheme(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "file" -> local();
            case "s3a", "s3", "s3n", "abfs", "abfss", "wasb", "wasbs", "gs", "oss", "cosn", "obs" -> objectStore();
            default -> hdfs();
        };
    }

    /** Returns this profile with another gap to merge, in bytes. */
    public StoreProfile withMergeGap(int bytes) {
        return new StoreProfile(
                name, bytes, maxRequest, parallelism, tailBytes, inlineBytes, stepBytes, attempts, retryDelayMillis);
    }

    /** Returns this profile with another limit to one request, in bytes. */
    public StoreProfile withMaxRequest(int bytes) {
        return new StoreProfile(
                name, mergeGap, bytes, parallelism, tailBytes, inlineBytes, stepBytes, attempts, retryDelayMillis);
    }

    /** Returns this profile with another number of requests in flight. */
    public StoreProfile withParallelism(int requests) {
        return new StoreProfile(
                name, mergeGap, maxRequest, requests, tailBytes, inlineBytes, stepBytes, attempts, retryDelayMillis);
    }

    /** Returns this profile with another size of the first read of a file's tail, in bytes. */
    public StoreProfile withTailBytes(int bytes) {
        return new StoreProfile(
                name, mergeGap, maxRequest, parallelism, bytes, inlineBytes, stepBytes, attempts, retryDelayMillis);
    }

    /** Returns this profile with another limit to plans that are read by the thread that starts them, in bytes. */
    public StoreProfile withInlineBytes(int bytes) {
        return new StoreProfile(
                name, mergeGap, maxRequest, parallelism, tailBytes, bytes, stepBytes, attempts, retryDelayMillis);
    }

    /** Returns this profile with another number of bytes to fetch at once. */
    public StoreProfile withStepBytes(int bytes) {
        return new StoreProfile(
                name, mergeGap, maxRequest, parallelism, tailBytes, inlineBytes, bytes, attempts, retryDelayMillis);
    }

    /** Returns this profile with another number of attempts per request, and pause before the first retry. */
    public StoreProfile withAttempts(int times, int delayMillis) {
        return new StoreProfile(
                name, mergeGap, maxRequest, parallelism, tailBytes, inlineBytes, stepBytes, times, delayMillis);
    }

    private static void atLeast(String profile, String setting, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(
                    "profile " + profile + ": " + setting + " is " + value + " but must be at least " + least);
        }
    }
}
