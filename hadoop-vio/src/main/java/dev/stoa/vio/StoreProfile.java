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

import java.net.URI;
import java.util.Locale;
import java.util.Objects;

/**
 * The properties of a kind of store: costs of requests, limits of their size and number, retries, and hedging. Take one
 * of the factories and change its parts by the {@code with...} methods.
 *
 * @param name of the profile, for messages
 * @param costs of requests
 * @param limits to requests and reads
 * @param retries of requests that fail
 * @param hedging of requests that take long
 */
public record StoreProfile(
        String name, StoreCosts costs, RequestLimits limits, RetryPolicy retries, HedgePolicy hedging) {

    /** How the names of S3 Express One Zone's buckets end. */
    private static final String EXPRESS_BUCKET = "--x-s3";

    private static final int MIB = 1 << 20;

    /**
     * Of a far file. The metadata of 6 million rows of 16 columns is 90 kB: read with the tail it saves a request, which costs as
     * much as 0.7 to 1.3 MiB more.
     */
    private static final int FAR_TAIL = MIB / 8;

    /** Checks that no part is missing. */
    public StoreProfile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(costs, "costs");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(retries, "retries");
        Objects.requireNonNull(hedging, "hedging");
    }

    /** Local files in the page cache: a request costs microseconds, so hardly any gap is worth reading. */
    public static StoreProfile local() {
        return new StoreProfile(
                "local",
                new StoreCosts(4, 12, 2000L * MIB, 4000L * MIB, 0),
                new RequestLimits(4 * MIB, 4 * MIB, 16, 64 * MIB, 64, 4 * MIB, MIB / 2),
                new RetryPolicy(2, 1, 0, 0),
                HedgePolicy.OFF);
    }

    /** HDFS on disks: a positional read costs a seek and a round trip to one datanode. */
    public static StoreProfile hdfs() {
        return new StoreProfile(
                "hdfs",
                new StoreCosts(5000, 25_000, 150L * MIB, 1100L * MIB, 0),
                new RequestLimits(MIB, 8 * MIB, 16, 512 * MIB, FAR_TAIL, 0, 32 * MIB),
                new RetryPolicy(3, 50, 0.5, 120_000),
                HedgePolicy.OFF);
    }

    /** S3: tens of milliseconds to the first byte, then plenty of bandwidth if requests run in parallel. */
    public static StoreProfile s3() {
        return objectStore("s3", 32, new StoreCosts(27_000, 114_000, 50L * MIB, 1100L * MIB, 1000));
    }

    /** S3 Express One Zone, whose bucket names end with {@code --x-s3}. */
    public static StoreProfile s3Express() {
        return objectStore("s3-express", 16, new StoreCosts(2500, 9400, 100L * MIB, 1100L * MIB, 100));
    }

    /** Azure's blob storage. */
    public static StoreProfile azure() {
        return objectStore("azure", 32, new StoreCosts(38_000, 176_000, 50L * MIB, 1100L * MIB, 1000));
    }

    /** Google Cloud Storage. */
    public static StoreProfile gcs() {
        return objectStore("gcs", 32, new StoreCosts(150_000, 300_000, 50L * MIB, 1100L * MIB, 1000));
    }

    private static StoreProfile objectStore(String name, int requestsInFlight, StoreCosts costs) {
        return new StoreProfile(
                name,
                costs,
                new RequestLimits(MIB / 2, 16 * MIB, requestsInFlight, 512 * MIB, FAR_TAIL, 0, 32 * MIB),
                new RetryPolicy(4, 100, 0.5, 60_000),
                HedgePolicy.OFF);
    }

    /**
     * Returns the profile for the scheme of a file system's URI. Unknown schemes are taken for something like HDFS.
     *
     * @param scheme such as {@code file}, {@code hdfs}, {@code s3a}; case does not matter
     */
    public static StoreProfile forScheme(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "file" -> local();
            case "s3a", "s3", "s3n", "oss", "cosn", "obs" -> s3();
            case "abfs", "abfss", "wasb", "wasbs" -> azure();
            case "gs" -> gcs();
            default -> hdfs();
        };
    }

    /**
     * Returns whether the thread that asks or waits may read by itself. It may if the limits allow it, and if the library
     * never has to abandon a request that the store does not answer.
     */
    public boolean isReadByCallers() {
        return limits.inlineBytes() > 0 && retries.stallMillis() == 0 && hedging.budget() == 0;
    }

    /**
     * Returns the profile for a file system's URI: that of its scheme, or of S3 Express One Zone, if it is a bucket of that.
     *
     * @param store such as {@code s3a://bucket}
     */
    public static StoreProfile forStore(URI store) {
        StoreProfile profile = forScheme(String.valueOf(store.getScheme()));
        boolean isExpress = String.valueOf(store.getAuthority()).endsWith(EXPRESS_BUCKET);
        return isExpress && profile.equals(s3()) ? s3Express() : profile;
    }

    /** Returns this profile with other costs. */
    public StoreProfile withCosts(StoreCosts other) {
        return new StoreProfile(name, other, limits, retries, hedging);
    }

    /** Returns this profile with other limits. */
    public StoreProfile withLimits(RequestLimits other) {
        return new StoreProfile(name, costs, other, retries, hedging);
    }

    /** Returns this profile with other retries. */
    public StoreProfile withRetries(RetryPolicy other) {
        return new StoreProfile(name, costs, limits, other, hedging);
    }

    /** Returns this profile with other hedging. */
    public StoreProfile withHedging(HedgePolicy other) {
        return new StoreProfile(name, costs, limits, retries, other);
    }
}
