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
package dev.stoa.hive.internal.write;

import dev.stoa.hive.VersionId;
import java.util.Properties;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;

/**
 * A statement that changes a table with a log, as its tasks know it.
 *
 * @param base the version that it reads and changes
 * @param notes the folder where tasks note what they wrote; it holds only their notes
 */
public record Statement(VersionId base, Path notes) {
    private static final String BASE = "stoa.statement.base";
    private static final String NOTES = "stoa.statement.notes";

    /** Tells it the tasks. */
    public void put(Properties table) {
        table.setProperty(BASE, base.text());
        table.setProperty(NOTES, notes.toString());
    }

    /** Whether a table is written by way of its log. */
    public static boolean isIn(Properties table) {
        return table.getProperty(BASE) != null;
    }

    /** The statement that a table's properties tell of. */
    public static Statement of(Properties table) {
        return new Statement(
                VersionId.parse(location(table), table.getProperty(BASE)), new Path(table.getProperty(NOTES)));
    }

    /** The folder of a table. */
    public static Path location(Properties table) {
        String location = table.getProperty(hive_metastoreConstants.META_TABLE_LOCATION);
        if (location == null) {
            throw new IllegalArgumentException(table.getProperty(hive_metastoreConstants.META_TABLE_NAME)
                    + ": its folder is not known yet: say create table ... stored by 'dev.stoa.hive.StoaStorageHandler' as"
                    + " select, and not stored as stoa with the property");
        }
        return new Path(location);
    }
}
