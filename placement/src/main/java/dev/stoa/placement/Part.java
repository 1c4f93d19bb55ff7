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
package dev.stoa.placement;

import java.util.Locale;
import java.util.Optional;

/**
 * A part of all tables of a class. Its files are in folders of one name, {@code p192.00017} for part 17 of 192. The name is in
 * the folder because a rename of a file keeps the folder.
 *
 * @param partitions of the class
 * @param number from 0, below {@code partitions}
 */
public record Part(int partitions, int number) {
    private static final int MOST_DIGITS = 7;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if the class has no such part
     */
    public Part {
        if (partitions < 1 || partitions > PartitionClass.MOST_PARTITIONS || number < 0 || number >= partitions) {
            throw new IllegalArgumentException("no class has a part " + number + " of " + partitions);
        }
    }

    /** Returns the name of the folder. */
    public String folder() {
        return "p" + partitions + "." + String.format(Locale.ROOT, "%05d", number);
    }

    /** Returns the part of a file by the name of its folder, if that names one. */
    public static Optional<Part> ofFile(String path) {
        int end = path.lastIndexOf('/');
        int start = end <= 0 ? -1 : path.lastIndexOf('/', end - 1);
        return start < 0 ? Optional.empty() : ofFolder(path.substring(start + 1, end));
    }

    /** Returns the part of a folder, if the name is that of one. */
    public static Optional<Part> ofFolder(String name) {
        int dot = name.indexOf('.');
        if (name.isEmpty() || name.charAt(0) != 'p' || dot < 0) {
            return Optional.empty();
        }
        int partitions = number(name, 1, dot);
        int number = number(name, dot + 1, name.length());
        boolean isPart =
                partitions > 0 && partitions <= PartitionClass.MOST_PARTITIONS && number >= 0 && number < partitions;
        return isPart ? Optional.of(new Part(partitions, number)) : Optional.empty();
    }

    private static int number(String text, int from, int to) {
        if (from >= to || to - from > MOST_DIGITS) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
