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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.peers.Fig1Query.Answer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** DuckDB's answers to the query of Figure 1, in SQL. It hands out no values: it counts and adds up itself. */
final class DuckDbFig1 {

    private DuckDbFig1() {}

    static ReadResult answer(Statement statement, String table, Fig1Query query) throws SQLException {
        String from = " FROM " + table + " WHERE " + Fig1Query.DATES + " < DATE '" + query.date() + "'";
        if (Touch.DELIVERY == Delivery.FULL) {
            return checksum(statement, from);
        }
        if (query.answer() == Answer.METADATA) {
            try (ResultSet row = statement.executeQuery("SELECT max(" + Fig1Query.NUMBERS + ")" + from)) {
                row.next();
                return Qualifying.maximum(row.getInt(1));
            }
        }
        String wanted = "count(*), coalesce(sum(%1$s), 0), max(%1$s)".formatted(Fig1Query.NUMBERS);
        try (ResultSet row = statement.executeQuery("SELECT " + wanted + from)) {
            row.next();
            return Qualifying.result(
                    row.getLong(1), row.getLong(2), row.getInt(3));
        }
    }

    /** Every bit of every value, from how often each comes. */
    private static ReadResult checksum(Statement statement, String from) throws SQLException {
        long count = 0;
        long sum = 0;
        int max = 0;
        try (ResultSet rows = statement.executeQuery(
                "SELECT %1$s, count(*)".formatted(Fig1Query.NUMBERS) + from + " GROUP BY 1")) {
            while (rows.next()) {
                count += rows.getLong(2);
                sum += rows.getLong(2) * Touch.number(rows.getInt(1));
                max = Math.max(max, rows.getInt(1));
            }
        }
        return Qualifying.result(count, sum, max);
    }
}
