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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Keys of the configuration: each does what the manual says, and no value is taken that means nothing. */
class StoreSettingsTest {

    private static final Path MANUAL = Path.of("..", "docs", "vectored-io.md");
    private static final String BEGIN = "<!-- settings: written by StoreSettingsTest -->\n";
    private static final String END = "<!-- end of settings -->";
    private static final List<String> SCHEMES = List.of("file", "hdfs", "s3a", "abfs", "gs");

    private static Configuration conf(String... keysAndValues) {
        Configuration conf = new Configuration(false);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            conf.set(keysAndValues[i], keysAndValues[i + 1]);
        }
        return conf;
    }

    @Test
    void bucketsOfS3ExpressAreToldByTheirNames() {
        String key = "stoa.vio.s3a.attempts";
        assertEquals(StoreProfile.s3Express(), StoreSettings.profile(conf(), URI.create("s3a://logs--use1-az4--x-s3")));
        assertEquals(StoreProfile.s3(), StoreSettings.profile(conf(), URI.create("s3a://logs--x-s3-old/")));
        assertEquals(StoreProfile.hdfs(), StoreSettings.profile(conf(), URI.create("hdfs://logs--x-s3")));
        assertEquals(StoreProfile.local(), StoreSettings.profile(conf(), URI.create("file:///")));
        assertEquals(
                StoreProfile.s3Express()
                        .withRetries(StoreProfile.s3Express().retries().withAttempts(9, 100)),
                StoreSettings.profile(conf(key, "9"), URI.create("S3A://logs--use1-az4--x-s3")));
    }

    @Test
    void whatIsNotSetStays() {
        for (String scheme : SCHEMES) {
            assertEquals(StoreProfile.forScheme(scheme), StoreSettings.profile(new Configuration(), scheme));
        }
        assertEquals(
                StoreProfile.forScheme("s3a"),
                StoreSettings.profile(conf("stoa.vio.hdfs.attempts", "17"), "s3a"),
                "that was for another scheme");
    }

    @Test
    void eachSettingChangesItsNumberOnly() {
        for (StoreSetting setting : StoreSetting.values()) {
            StoreProfile base = StoreProfile.forScheme("hdfs");
            boolean share =
                    List.of("jitter", "hedge-percentile", "hedge-budget").contains(setting.key());
            double value = share ? 0.5 : Math.max(1, setting.of(base) * 2);
            String text = share ? "0.5" : String.valueOf((long) value);
            StoreProfile changed = StoreSettings.profile(conf(setting.key("hdfs"), " " + text + " "), "HDFS");
            assertEquals(value, setting.of(changed), setting.key());
            for (StoreSetting other : StoreSetting.values()) {
                boolean grows = other == StoreSetting.SLOW_LATENCY && setting == StoreSetting.LATENCY
                        || other == StoreSetting.TOTAL_BANDWIDTH && setting == StoreSetting.BANDWIDTH
                        || other == StoreSetting.BYTES_IN_FLIGHT && setting == StoreSetting.LARGEST_REQUEST;
                if (other != setting && !grows) {
                    assertEquals(other.of(base), other.of(changed), other.key() + " by " + setting.key());
                }
            }
        }
    }

    @Test
    void sizesMayHaveUnits() {
        StoreProfile profile = StoreSettings.profile(
                conf("stoa.vio.s3a.largest-request", "16M", "stoa.vio.s3a.bytes-in-flight", "1g"), "s3a");
        assertEquals(16 << 20, profile.limits().largestRequest());
        assertEquals(1 << 30, profile.limits().bytesInFlight());
        assertEquals("16M", StoreSetting.LARGEST_REQUEST.text(profile));
        assertEquals("1G", StoreSetting.BYTES_IN_FLIGHT.text(profile));
    }

    @Test
    void whatDependsOnAnotherGrowsWithIt() {
        StoreProfile slow = StoreSettings.profile(conf("stoa.vio.hdfs.latency-micros", "900000"), "hdfs");
        assertEquals(900_000, slow.costs().slowLatencyMicros());
        assertRefused(
                conf("stoa.vio.hdfs.bytes-in-flight", "5M", "stoa.vio.hdfs.largest-request", "6M"),
                "stoa.vio.hdfs.bytes-in-flight = 5M: must not be less than stoa.vio.hdfs.largest-request, which is 6M");
    }

    @Test
    void badValuesAreNamed() {
        for (StoreSetting setting : StoreSetting.values()) {
            for (String bad : List.of("-1", "x", "", "99999999999999999999", "1.5.2", "NaN", "9223372036854775807G")) {
                IllegalArgumentException e = assertThrows(
                        IllegalArgumentException.class,
                        () -> StoreSettings.profile(conf(setting.key("hdfs"), bad), "hdfs"),
                        setting.key() + " = " + bad);
                String start = setting.key("hdfs") + " = " + bad + ": must be a number from " + setting.range();
                assertEquals(
                        start,
                        e.getMessage()
                                .substring(
                                        0,
                                        Math.min(start.length(), e.getMessage().length())));
            }
        }
        assertRefused(
                conf("stoa.vio.hdfs.largest-request", "3G"),
                "stoa.vio.hdfs.largest-request = 3G: must be a number from 1 to 2147483647, in bytes; K, M and G may follow");
        assertRefused(conf("stoa.vio.hdfs.jitter", "1.1"), "stoa.vio.hdfs.jitter = 1.1: must be a number from 0 to 1");
    }

    @Test
    void unknownSettingsAreNamed() {
        for (String name :
                List.of("hdfs.atempts", "s3a.hedge-bugdet", "attempts", "budget", "fs.impl", "S3A.attempts")) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> StoreSettings.profile(conf("stoa.vio." + name, "1"), "hdfs"));
            assertTrue(e.getMessage().startsWith("stoa.vio." + name + ": no such setting. "), e.getMessage());
            assertTrue(e.getMessage().contains("hedge-budget, calibrate"), e.getMessage());
        }
        Configuration known = conf(
                "stoa.vio.hdfs.calibrate", "true",
                "stoa.vio.fs.hdfs.impl", "a.B",
                "stoa.vio.AbstractFileSystem.hdfs.impl", "a.B",
                "stoa.vio.my.store.attempts", "3",
                "fs.my.store.impl", "a.B");
        assertEquals(StoreProfile.hdfs(), StoreSettings.profile(known, "hdfs"));
        known.set("stoa.vio.hdfs.atempts", "1"); // as a session does after its first statement
        assertThrows(IllegalArgumentException.class, () -> StoreSettings.profile(known, "hdfs"));
    }

    @Test
    void schemesWithoutAFileSystemAreNamed() {
        for (String scheme : List.of("hdsf", "s3aa", "fs")) {
            assertRefused(
                    conf("stoa.vio." + scheme + ".attempts", "1"),
                    "stoa.vio." + scheme + ".attempts: no file system has the scheme '" + scheme
                            + "'. Correct it, or name the class of its file system in fs." + scheme + ".impl");
        }
        Configuration known = conf(
                "stoa.vio.gs.attempts", "1", // of a connector that is not installed here
                "stoa.vio.ofs.attempts", "1", // likewise
                "stoa.vio.s3.calibrate", "true",
                "stoa.vio.viewfs.attempts", "1", // installed
                "stoa.vio.one.attempts", "1",
                "fs.one.impl", "a.B",
                "stoa.vio.two.attempts", "1",
                "fs.AbstractFileSystem.two.impl", "a.B",
                "stoa.vio.three.attempts", "1",
                "stoa.vio.fs.three.impl", "a.B");
        assertEquals(StoreProfile.hdfs(), StoreSettings.profile(known, "hdfs"));
        assertEquals(
                7,
                StoreSettings.profile(conf("stoa.vio.mine.attempts", "7"), "mine")
                        .retries()
                        .attempts());
    }

    private static void assertRefused(Configuration conf, String message) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> StoreSettings.profile(conf, "hdfs"));
        assertEquals(message, e.getMessage());
    }

    @Test
    void costsAreLearntWhereThatIsWanted() {
        StoreProfile profile = StoreProfile.hdfs();
        URI uri = URI.create("hdfs://settings-test:8020/x");
        StoreCalibration learning = StoreSettings.calibration(conf("stoa.vio.hdfs.calibrate", "true"), uri, profile);
        assertSame(learning, StoreSettings.calibration(conf("stoa.vio.hdfs.calibrate", "true"), uri, profile));
        StoreCalibration pinned = StoreSettings.calibration(conf(), uri, profile);
        assertNotSame(learning, pinned);
        for (int i = 0; i < 1000; i++) {
            learning.observe(1000 + i, 90_000_000);
            pinned.observe(1000 + i, 90_000_000);
        }
        assertNotEquals(profile.costs(), learning.costs());
        assertEquals(profile.costs(), pinned.costs());
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> StoreSettings.calibration(conf("stoa.vio.hdfs.calibrate", "yes"), uri, profile));
        assertEquals("stoa.vio.hdfs.calibrate = yes: must be true or false", e.getMessage());
    }

    /** Update it with {@code -Dstoa.docs.update=true}. */
    @Test
    void theManualListsThem() throws IOException {
        StringBuilder table = new StringBuilder();
        table.append("| setting | what it is | least to most | ")
                .append(String.join(" | ", SCHEMES))
                .append(" |\n");
        table.append("|---|---|---|").append("---|".repeat(SCHEMES.size())).append('\n');
        for (StoreSetting setting : StoreSetting.values()) {
            table.append("| `").append(setting.key()).append("` | ").append(setting.meaning());
            table.append(" | ").append(setting.range()).append(" | ");
            for (String scheme : SCHEMES) {
                table.append(setting.text(StoreProfile.forScheme(scheme))).append(" | ");
            }
            table.setLength(table.length() - 1);
            table.append('\n');
        }
        String manual = Files.readString(MANUAL);
        int begin = manual.indexOf(BEGIN) + BEGIN.length();
        int end = manual.indexOf(END);
        if (Boolean.getBoolean("stoa.docs.update")) {
            Files.writeString(MANUAL, manual.substring(0, begin) + table + manual.substring(end));
        } else {
            assertEquals(table.toString(), manual.substring(begin, end), "update it with -Dstoa.docs.update=true");
        }
    }
}
