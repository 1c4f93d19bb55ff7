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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Profiles of stores as a Hadoop configuration sets them: {@code stoa.vio.SCHEME.SETTING}, such as
 * {@code stoa.vio.s3a.largest-request = 16M}. {@link StoreProfile#forStore} has the values of all others. All settings:
 * {@code docs/vectored-io.md}.
 */
public final class StoreSettings {
    private static final String PREFIX = "stoa.vio.";
    private static final String CALIBRATE = "calibrate";
    private static final Pattern WRAPPED = Pattern.compile("(fs|AbstractFileSystem)\\..+\\.impl");

    /**
     * Schemes of widespread file systems. Machines share one configuration, and not each process has the libraries of all
     * its file systems.
     */
    private static final Set<String> WIDESPREAD = Set.of(
            "hdfs",
            "webhdfs",
            "swebhdfs",
            "viewfs",
            "har",
            "ftp",
            "sftp",
            "ofs",
            "o3fs",
            "alluxio",
            "adl",
            "dbfs",
            "swift",
            "jfs",
            "maprfs",
            "glusterfs",
            "ceph",
            "lakefs",
            "bos",
            "tos");

    /**
     * How many names configurations without unknown ones had. Looking at all names takes longer than opening a local file. A session
     * may set more of them later.
     */
    private static final Map<Configuration, Integer> CHECKED = Collections.synchronizedMap(new WeakHashMap<>());

    private final Configuration conf;
    private final String scheme;
    private final StoreProfile base;
    private final Map<StoreSetting, Double> set = new EnumMap<>(StoreSetting.class);

    private StoreSettings(Configuration conf, String scheme, StoreProfile base) {
        this.conf = conf;
        this.scheme = scheme;
        this.base = base;
        check(conf, scheme);
        for (StoreSetting setting : StoreSetting.values()) {
            setting.in(conf, scheme).ifPresent(value -> set.put(setting, value));
        }
    }

    /**
     * Refuses names that no store has: a misspelt setting or scheme would have no effect.
     *
     * @param opened the scheme of an existing file system
     */
    private static void check(Configuration conf, String opened) {
        int names = conf.size();
        if (CHECKED.getOrDefault(conf, -1) == names) {
            return;
        }
        List<String> known = Stream.concat(
                        Arrays.stream(StoreSetting.values()).map(StoreSetting::key), Stream.of(CALIBRATE))
                .toList();
        for (String name : conf.getPropsWithPrefix(PREFIX).keySet()) {
            int dot = name.lastIndexOf('.'); // a scheme may have dots, too
            boolean isSetting = dot > 0
                    && known.contains(name.substring(dot + 1))
                    && name.equals(name.toLowerCase(Locale.ROOT)); // no other is looked up
            boolean isWrapped = WRAPPED.matcher(name).matches();
            if (!isSetting && !isWrapped) {
                throw new IllegalArgumentException(PREFIX + name + ": no such setting. Settings are named " + PREFIX
                        + "SCHEME.SETTING, in lower case, such as " + PREFIX + "s3a.attempts. Known are "
                        + String.join(", ", known));
            }
            String scheme = name.substring(0, dot);
            if (!isWrapped && !scheme.equals(opened) && !isKnown(conf, scheme)) {
                throw new IllegalArgumentException(PREFIX + name + ": no file system has the scheme '" + scheme
                        + "'. Correct it, or name the class of its file system in fs." + scheme + ".impl");
            }
        }
        CHECKED.put(conf, names);
    }

    /** Whether a scheme is widespread, has a profile, or has a file system that is configured or installed. */
    private static boolean isKnown(Configuration conf, String scheme) {
        if (WIDESPREAD.contains(scheme) || !StoreProfile.forScheme(scheme).equals(StoreProfile.hdfs())) {
            return true;
        }
        for (String setting : List.of("fs.", "fs.AbstractFileSystem.", PREFIX + "fs.")) {
            if (conf.get(setting + scheme + ".impl") != null) {
                return true;
            }
        }
        try {
            FileSystem.getFileSystemClass(scheme, conf);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the profile of a scheme.
     *
     * @param scheme of the file system's URI; case does not matter
     * @throws IllegalArgumentException if a value is no number or out of its range, or a setting is unknown; it names
     *     the key, the value and the range
     */
    public static StoreProfile profile(Configuration conf, String scheme) {
        return new StoreSettings(conf, scheme.toLowerCase(Locale.ROOT), StoreProfile.forScheme(scheme)).profile();
    }

    /**
     * Returns the profile of a file system: that of its scheme, or where a store has one of its own, that.
     *
     * @param uri of the file system
     * @throws IllegalArgumentException if a value is no number or out of its range, or a setting is unknown; it names
     *     the key, the value and the range
     */
    public static StoreProfile profile(Configuration conf, URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        return new StoreSettings(conf, scheme, StoreProfile.forStore(uri)).profile();
    }

    /**
     * Returns what a store's requests cost: what the profile says, or, where {@code stoa.vio.SCHEME.calibrate} is
     * {@code true}, what all readers of the store in this process have seen since.
     *
     * @param uri of the file system
     * @param profile of the store
     * @throws IllegalArgumentException if the value is neither {@code true} nor {@code false}
     */
    public static StoreCalibration calibration(Configuration conf, URI uri, StoreProfile profile) {
        String store = uri.getScheme() + "://" + (uri.getAuthority() == null ? "" : uri.getAuthority());
        String key = PREFIX + String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT) + "." + CALIBRATE;
        return switch (conf.getTrimmed(key, "false")) {
            case "true" -> StoreCalibration.shared(store, profile.costs());
            case "false" -> StoreCalibration.pinned(store, profile.costs());
            default -> throw new IllegalArgumentException(key + " = " + conf.get(key) + ": must be true or false");
        };
    }

    private StoreProfile profile() {
        if (set.isEmpty()) {
            return base;
        }
        return base.withCosts(base.costs()
                        .withLatencyMicros((int) value(StoreSetting.LATENCY), (int)
                                atLeast(StoreSetting.SLOW_LATENCY, StoreSetting.LATENCY))
                        .withBytesPerSecond((long) value(StoreSetting.BANDWIDTH), (long)
                                atLeast(StoreSetting.TOTAL_BANDWIDTH, StoreSetting.BANDWIDTH))
                        .withRequestMicros((int) value(StoreSetting.REQUEST_PRICE)))
                .withLimits(base.limits()
                        .withSmallestPart((int) value(StoreSetting.SMALLEST_PART))
                        .withLargestRequest((int) value(StoreSetting.LARGEST_REQUEST))
                        .withRequestsInFlight((int) value(StoreSetting.REQUESTS_IN_FLIGHT))
                        .withBytesInFlight((long) atLeast(StoreSetting.BYTES_IN_FLIGHT, StoreSetting.LARGEST_REQUEST))
                        .withTailBytes((int) value(StoreSetting.TAIL))
                        .withInlineBytes((int) value(StoreSetting.INLINE))
                        .withStepBytes((int) value(StoreSetting.STEP)))
                .withRetries(base.retries()
                        .withAttempts((int) value(StoreSetting.ATTEMPTS), (int) value(StoreSetting.FIRST_DELAY))
                        .withJitter(value(StoreSetting.JITTER))
                        .withStallMillis((int) value(StoreSetting.STALL)))
                .withHedging(base.hedging()
                        .withPercentile(value(StoreSetting.HEDGE_PERCENTILE))
                        .withLeastSamples((int) value(StoreSetting.HEDGE_SAMPLES))
                        .withBudget(value(StoreSetting.HEDGE_BUDGET)));
    }

    private double value(StoreSetting setting) {
        Double configured = set.get(setting);
        return configured == null ? setting.of(base) : configured;
    }

    /** Returns a value that may not be less than another: where it is not set it grows with the other. */
    private double atLeast(StoreSetting setting, StoreSetting other) {
        double value = value(setting);
        double least = value(other);
        if (value >= least) {
            return value;
        }
        if (set.containsKey(setting)) {
            throw new IllegalArgumentException(
                    setting.key(scheme) + " = " + conf.get(setting.key(scheme)) + ": must not be less than "
                            + other.key(scheme) + ", which is " + conf.get(other.key(scheme), other.text(base)));
        }
        return least;
    }
}
