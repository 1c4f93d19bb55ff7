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
package dev.stoa.table.internal.schema;

import dev.stoa.table.InvalidPropertyException;
import java.util.Map;
import java.util.OptionalInt;

/** The values of free properties that mean something to Stoa: flags, and numbers in a range. */
public final class FreeValues {
    /** The least number of fragments that a table may choose for the parts of checkpoints. */
    public static final int LEAST_PART_FRAGMENTS = 2;

    /** The largest such number. */
    public static final int MOST_PART_FRAGMENTS = 1_000_000;

    private FreeValues() {}

    /** The number that a property has; nothing if it has none, or one out of range. */
    public static OptionalInt number(Map<String, String> free, String name, int least, int most) {
        String value = free.getOrDefault(name, "");
        boolean isNumber = value.length() <= 7 && value.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = isNumber && !value.isEmpty() ? Integer.parseInt(value) : -1;
        return number >= least && number <= most ? OptionalInt.of(number) : OptionalInt.empty();
    }

    /**
     * Passes a property that is a number in a range, or is not there.
     *
     * @param what the number says
     */
    static void checkNumber(Map<String, String> free, String name, int least, int most, String what) {
        if (free.containsKey(name) && number(free, name, least, most).isEmpty()) {
            throw new InvalidPropertyException("the property '" + name + "' is '" + free.get(name)
                    + "', must be a number from " + least + " to " + most + ": " + what);
        }
    }

    /**
     * Passes a property that is true or false, or is not there.
     *
     * @param what the property says
     */
    static void checkFlag(Map<String, String> free, String name, String what) {
        String value = free.getOrDefault(name, "false");
        if (!value.equals("true") && !value.equals("false")) {
            throw new InvalidPropertyException(
                    "the property '" + name + "' is '" + value + "', must be true or false: " + what);
        }
    }
}
