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
package dev.stoa.spark.internal.write;

import java.util.Locale;
import org.apache.spark.sql.connector.write.RowLevelOperation;

/** The kinds of writes to a table. */
public enum WriteKind {
    /** Adds rows. */
    INSERT,
    /** Replaces all rows. */
    OVERWRITE,
    /** Replaces the rows that make a condition true. */
    OVERWRITE_WHERE,
    /** Replaces the rows of the partitions that get some. */
    OVERWRITE_PARTITIONS,
    /** Deletes rows. */
    DELETE,
    /** Gives rows other values. */
    UPDATE,
    /** Any of these. */
    MERGE;

    public static WriteKind of(RowLevelOperation.Command command) {
        return valueOf(command.name());
    }

    /** Whether rows come with where they are. */
    boolean changesRows() {
        return this == DELETE || this == UPDATE || this == MERGE;
    }

    /** Whether rows that no task looks at are replaced. */
    boolean replacesRows() {
        return this == OVERWRITE || this == OVERWRITE_WHERE || this == OVERWRITE_PARTITIONS;
    }

    /** As the table's history calls it. */
    String operation() {
        return (replacesRows() ? OVERWRITE : this).name().toLowerCase(Locale.ROOT);
    }
}
