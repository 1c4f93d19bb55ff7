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

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables and the queries of TPC-H, for a session of Hive. */
public final class TpchTables {
    private static final Map<String, String> COLUMNS = Map.of(
            "region", "r_regionkey bigint, r_name char(25), r_comment varchar(152)",
            "nation", "n_nationkey bigint, n_name char(25), n_regionkey bigint, n_comment varchar(152)",
            "supplier",
                    "s_suppkey bigint, s_name char(25), s_address varchar(40), s_nationkey bigint, s_phone char(15),"
                            + " s_acctbal decimal(15,2), s_comment varchar(101)",
            "part",
                    "p_partkey bigint, p_name varchar(55), p_mfgr char(25), p_brand char(10), p_type varchar(25),"
                            + " p_size int, p_container char(10), p_retailprice decimal(15,2), p_comment varchar(23)",
            "partsupp",
                    "ps_partkey bigint, ps_suppkey bigint, ps_availqty int, ps_supplycost decimal(15,2),"
                            + " ps_comment varchar(199)",
            "customer",
                    "c_custkey bigint, c_name varchar(25), c_address varchar(40), c_nationkey bigint, c_phone char(15),"
                            + " c_acctbal decimal(15,2), c_mktsegment char(10), c_comment varchar(117)",
            "orders",
                    "o_orderkey bigint, o_custkey bigint, o_orderstatus char(1), o_totalprice decimal(15,2),"
                            + " o_orderdate date, o_orderpriority char(15), o_clerk char(15), o_shippriority int,"
                            + " o_comment varchar(79)",
            "lineitem",
                    "l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber int, l_quantity decimal(15,2),"
                            + " l_extendedprice decimal(15,2), l_discount decimal(15,2), l_tax decimal(15,2),"
                            + " l_returnflag char(1), l_linestatus char(1), l_shipdate date, l_commitdate date,"
                            + " l_receiptdate date, l_shipinstruct char(25), l_shipmode char(10),"
                            + " l_comment varchar(44)");

    private static final String TEXT = "tpch_text";

    private TpchTables() {}

    /** Makes the database that {@link #create} copies from: tables of text, rows by their keys. */
    public static void generate(HiveSession hive, double scale) throws Exception {
        hive.run("create database " + TEXT);
        for (TpchTable<?> table : TpchTable.getTables()) {
            Path folder = hive.folder("tpch/" + table.getTableName());
            write(table, scale, folder.resolve("rows"));
            hive.run("create external table " + TEXT + "." + table.getTableName() + " ("
                    + COLUMNS.get(table.getTableName())
                    + ") row format delimited fields terminated by '|' stored as textfile location '" + folder + "'");
        }
    }

    private static <E extends TpchEntity> void write(TpchTable<E> table, double scale, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            for (E row : table.createGenerator(scale, 1, 1)) {
                out.write(row.toLine());
                out.write('\n');
            }
        }
    }

    /** Makes a database with all tables, as they were generated. */
    public static void create(HiveSession hive, String database, String format) throws Exception {
        create(
                hive,
                database,
                format,
                TpchTable.getTables().stream().collect(Collectors.toMap(TpchTable::getTableName, table -> "")));
    }

    /**
     * Makes a database.
     *
     * @param format what tables are stored as
     * @param orders the tables, with what follows the words that copy one
     */
    public static void create(HiveSession hive, String database, String format, Map<String, String> orders)
            throws Exception {
        hive.run("create database " + database);
        for (Map.Entry<String, String> table : orders.entrySet()) {
            hive.run("create table " + database + "." + table.getKey() + " stored as " + format + " as select * from "
                    + TEXT + "." + table.getKey() + " " + table.getValue());
        }
    }

    /** The 22 queries, in their order. */
    public static List<String> queries() throws IOException {
        try (InputStream in = TpchTables.class.getResourceAsStream("/tpch/queries.sql")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            return Arrays.stream(text.split(";\\s*\\n", -1))
                    .map(String::strip)
                    .filter(query -> !query.isEmpty())
                    .toList();
        }
    }
}
