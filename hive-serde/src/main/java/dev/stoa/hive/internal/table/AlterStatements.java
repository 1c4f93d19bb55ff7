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
package dev.stoa.hive.internal.table;

import org.apache.hadoop.hive.ql.ddl.table.AlterTableType;

/** Which forms of {@code alter table} a table with a log takes, and what serves instead of the others. */
public final class AlterStatements {
    private AlterStatements() {}

    /**
     * Passes a form that works.
     *
     * @throws IllegalArgumentException for any other; the message names what serves
     */
    public static void check(AlterTableType operation) {
        switch (operation) {
            case ADDPROPS, DROPPROPS, ADDCOLS, RENAME_COLUMN, RENAME, EXECUTE, OWNER, TOUCH, UPDATESTATS -> {
                // these work
            }
            default ->
                throw new IllegalArgumentException("alter table (" + operation.getName()
                        + ") can't be used for a table with a log: " + serves(operation));
        }
    }

    private static String serves(AlterTableType operation) {
        return switch (operation) {
            case REPLACE_COLUMNS, DROP_COLUMN, UPDATE_COLUMNS ->
                "use 'alter table ... change' to rename, widen or move a column, and 'alter table ... add columns'; to drop one,"
                        + " 'create table new as select' the others";
            case COMPACT, MERGEFILES, ARCHIVE, UNARCHIVE ->
                "statements put small files together by themselves; 'stoa compact TABLE' does it at once";
            case ADDPARTITION, DROPPARTITION, RENAMEPARTITION, ALTERPARTITION ->
                "the rows make its partitions: 'insert into', 'update' and 'delete from ... where' change them";
            case SETPARTITIONSPEC, CLUSTERED_BY, NOT_CLUSTERED, NOT_SORTED, INTO_BUCKETS, SKEWED_BY, NOT_SKEWED ->
                "partitions and order are declared when a table is made: 'create table new partitioned by spec (...)"
                        + " stored by ... as select'";
            case ADD_CONSTRAINT, DROP_CONSTRAINT ->
                "Hive would not keep it: 'alter table ... add constraint ... check' in Spark does, and all programs obey";
            case ALTERLOCATION, SET_SKEWED_LOCATION ->
                "'create external table ... stored by ... location' takes the table of another folder";
            case SET_SERDE, SET_SERDE_PROPS, SET_FILE_FORMAT ->
                "'create table new stored as ... as select' copies the rows to another format";
            case CREATE_BRANCH, DROP_BRANCH, RENAME_BRANCH, CREATE_TAG, DROP_TAG, REPLACE_SNAPSHOTREF ->
                "use 'stoa table branch' and 'stoa table tag'";
            default -> "Hive does it for tables of its own formats only";
        };
    }
}
