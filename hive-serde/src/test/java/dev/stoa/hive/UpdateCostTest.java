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
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.OperationResult;
import dev.stoa.table.TableOperations;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What an update of one column costs in Hive, which deletes the rows and inserts them anew, and in the table layer, which writes
 * the column: the numbers in docs/hive.md.
 */
@Tag("engine")
class UpdateCostTest {
    private static final int ROWS = 100_000;
    private static final long LIMIT = 10_000_100;

    @Test
    void updatesOfOneColumn() throws Exception {
        HiveSession hive = HiveSession.shared();
        hive.run("create database if not exists update_cost");
        hive.run("use update_cost");
        for (String name : List.of("by_hive", "by_column")) {
            hive.run("create table " + name + " (id int, account bigint, amount decimal(12,2), day date, city string,"
                    + " note string, status string) " + LogTables.BY_HANDLER);
        }
        hive.run("from (select pos, (pos * 2654435761L) % 4294967296L as h from (select 1) one"
                + " lateral view posexplode(split(space(" + (ROWS - 1) + "), ' ')) x as pos, val) r"
                + insert("by_hive")
                + insert("by_column"));
        long bytes = LogTables.bytes(hive, "by_hive", "data");
        assertEquals(bytes, LogTables.bytes(hive, "by_column", "data"));
        String split = hive.set("hive.split.update", "true");
        hive.run("update by_hive set status = 'closed' where account < " + LIMIT);
        hive.set("hive.split.update", split);
        long inserted = LogTables.bytes(hive, "by_hive", "data") - bytes;
        long deleted = LogTables.bytes(hive, "by_hive", "_stoa/sidecars");
        OperationResult update = TableOperations.of(LogTables.open(hive, "by_column"))
                .update(
                        List.of(Assignment.literal("status", "closed")),
                        Optional.of(new Filter.Compare(ColumnPath.of("account"), Filter.Operator.LESS, LIMIT)));
        assertTrue(Math.abs(update.updated() - ROWS / 10) < ROWS / 100, "a tenth, here and there");
        String all = " order by id limit 20000";
        assertEquals(hive.run("select * from by_column" + all), hive.run("select * from by_hive" + all));
        System.out.printf(
                "%d of %d rows of %d bytes: Hive writes %d bytes of deletes and %d of rows, the table layer %d%n",
                update.updated(), ROWS, bytes, deleted, inserted, update.bytes());
        assertTrue(deleted + inserted > update.bytes());
        assertTrue(inserted < bytes / 4, "no more than the rows that are changed is written");
    }

    private static String insert(String table) {
        return " insert into " + table + " select pos, 10000000 + h % 1000, cast((h % 100000) / 100 as decimal(12,2)),"
                + " date_add(date '2020-01-01', cast(h % 2000 as int)), concat('city ', h % 500),"
                + " concat('note of ', h, ' and ', pos), if(h % 3 = 0, 'open', 'pending')";
    }
}
