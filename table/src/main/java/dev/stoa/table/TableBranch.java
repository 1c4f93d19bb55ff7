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

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A second line of versions of a table, with the same files (docs/adr/0099).
 *
 * @param version its first version, which is one of the table
 * @param log names the folder of its log
 */
public record TableBranch(long version, UUID log) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");

    /** Reads the value of a property; nothing if it is none. */
    static Optional<TableBranch> of(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new TableBranch(Long.parseLong(matcher.group(1)), UUID.fromString(matcher.group(2))))
                : Optional.empty();
    }

    /** Returns the value of a property. */
    @Override
    public String toString() {
        return version + " " + log;
    }
}
