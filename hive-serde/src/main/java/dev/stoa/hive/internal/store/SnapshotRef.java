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
package dev.stoa.hive.internal.store;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names that follow that of a table in a query: {@code db.orders.branch_audit}, {@code db.orders.tag_june}. */
public final class SnapshotRef {
    /** The property of a scanned or written table that has such a name. */
    public static final String PROPERTY = "snapshot_ref";

    private static final Pattern TEXT = Pattern.compile("(?i:branch|tag)_(.+)");

    private SnapshotRef() {}

    /** Whether a text is such a name. */
    public static boolean isOne(String text) {
        return TEXT.matcher(text).matches();
    }

    /** Says why a branch or tag of a table is not written. */
    public static String refusal(String table, String ref) {
        return table + ": Hive reads '" + ref
                + "' and does not write it: write a branch by 'stoa insert TABLE@BRANCH', in Spark or in Trino";
    }

    /** The name of the branch or tag. */
    public static String name(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' names no branch and no tag: write branch_NAME or tag_NAME");
        }
        return matcher.group(1);
    }
}
