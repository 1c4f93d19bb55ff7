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
package dev.stoa.spark.internal.read;

import dev.stoa.table.Snapshot;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.read.streaming.Offset;

/** The last version of a table that a stream has read, and the id of the table. */
final class VersionOffset extends Offset {
    private static final Pattern TEXT = Pattern.compile("\\{\"version\":(-?\\d{1,18}),\"table\":\"([0-9a-f-]{36})\"}");

    private final UUID table;
    private final long version;

    VersionOffset(UUID table, long version) {
        this.table = table;
        this.version = version;
    }

    /**
     * Parses the text of an offset in the checkpoint of a query.
     *
     * @throws IllegalArgumentException if no stream of a table has written it
     */
    static VersionOffset of(String json) {
        Matcher matcher = TEXT.matcher(json);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + json + "' is not an offset of a Stoa table: start the query with a new checkpoint");
        }
        return new VersionOffset(UUID.fromString(matcher.group(2)), Long.parseLong(matcher.group(1)));
    }

    /** The version of an offset that a stream of a table has made. */
    static long version(Offset offset) {
        return ((VersionOffset) offset).version;
    }

    /**
     * Checks that the offsets of a batch are of this table, and not of one that was in its place before.
     *
     * @param newest the table as it is now
     * @param start the offset that the stream has read
     * @param end the offset that it reads next
     * @throws IllegalStateException if one of them is of another table, or of a later version
     */
    static void check(Snapshot newest, Offset start, Offset end) {
        check(newest, (VersionOffset) start);
        check(newest, (VersionOffset) end);
    }

    private static void check(Snapshot newest, VersionOffset offset) {
        if (!offset.table.equals(newest.table()) || offset.version > newest.version()) {
            throw new IllegalStateException(newest + ": the checkpoint of the stream names version " + offset.version
                    + " of a table that was in its place before: start the query with a new checkpoint");
        }
    }

    @Override
    public String json() {
        return "{\"version\":" + version + ",\"table\":\"" + table + "\"}";
    }
}
