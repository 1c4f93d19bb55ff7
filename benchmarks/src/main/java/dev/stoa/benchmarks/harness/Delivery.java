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

import java.util.Locale;
import java.util.stream.Stream;

/** How far the consumer processes the values that a reader delivers. */
public enum Delivery {
    /**
     * The consumer takes the reader's arrays. It adds up arrays of numbers. Of texts it adds up ids or offsets, the bytes of
     * plain texts, and those of a dictionary once. A reader without arrays gives its values one by one.
     */
    ARRAYS,

    /** Each single value is turned into a number and added up, whatever it takes to get at it. */
    VALUES,

    /** As {@link #VALUES}, and every bit of every value counts: not to be timed, but to see that all deliver the same. */
    FULL;

    private static final String PROPERTY = "stoa.benchmarks.delivery";

    /** The one of this process. */
    public static Delivery ofProcess() {
        return ofLabel(System.getProperty(PROPERTY, VALUES.label()));
    }

    /**
     * The delivery of a name.
     *
     * @throws IllegalArgumentException if none exists
     */
    static Delivery ofLabel(String label) {
        return Stream.of(values())
                .filter(delivery -> delivery.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no delivery '" + label + "'"));
    }

    /** The name in a case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The flag of a process that delivers so. */
    public String flag() {
        return "-D" + PROPERTY + "=" + label();
    }
}
