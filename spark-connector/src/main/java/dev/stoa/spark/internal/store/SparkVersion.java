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
package dev.stoa.spark.internal.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Refuses a Spark that lacks what the connector needs, before a missing class fails without a reason. */
public final class SparkVersion {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(\\D.*)?");
    private static final int MAJOR = 4;
    private static final int MINOR = 2;

    private SparkVersion() {}

    /**
     * Passes in a Spark of version 4.2 or newer.
     *
     * @throws UnsupportedOperationException in an older one
     */
    public static void check() {
        refusal(org.apache.spark.package$.MODULE$.SPARK_VERSION()).ifPresent(why -> {
            throw new UnsupportedOperationException(why);
        });
    }

    /** Says why a version is refused; absent for one that is not, and for a version without numbers. */
    static Optional<String> refusal(String version) {
        Matcher numbers = NUMBERS.matcher(version);
        if (!numbers.matches()) {
            return Optional.empty();
        }
        int major = Integer.parseInt(numbers.group(1));
        boolean isOld = major < MAJOR || (major == MAJOR && Integer.parseInt(numbers.group(2)) < MINOR);
        return isOld
                ? Optional.of("Stoa for Spark needs Spark " + MAJOR + "." + MINOR + " or newer, and this is Spark "
                        + version + ": use a newer Spark, or read the table with the command line or with Python")
                : Optional.empty();
    }
}
