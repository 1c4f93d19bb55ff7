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
package dev.stoa.benchmarks.engines;

import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.spark.TpchTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Measures {@link SparkWide} in this process, in which Spark runs. */
final class SparkWideTask {
    private static final String TABLE = "wide";

    private final SparkBench bench;
    private final TpchTables tables;
    private final EqualRows equal = new EqualRows();

    private SparkWideTask(SparkBench bench) {
        this.bench = bench;
        this.tables = bench.tables();
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words as {@link SparkBench} takes them; the scale means nothing
     */
    public static void main(String[] words) {
        SparkBench.main(SparkWide.NAME, words, bench -> new SparkWideTask(bench).run());
    }

    private void run() throws Exception {
        Progress.say("making rows");
        Dataset<Row> rows = rows();
        for (SparkWide.Statement statement : SparkWide.Statement.values()) {
            if (statement == SparkWide.Statement.WRITE || bench.isWanted(statement.label())) {
                Progress.say(statement.label());
                FormatTurns turns = new FormatTurns(bench, statement.warm());
                turns.measure(
                        statement.label(), statement == SparkWide.Statement.WRITE ? new Write() : new Read(statement));
            }
            rows.unpersist(); // once written, they only take memory
        }
        bench.print(SparkWide.EQUAL, equal.count());
    }

    /** Keeps the rows in memory, in two parts, as a view. */
    private Dataset<Row> rows() {
        List<StructField> fields = new ArrayList<>();
        for (int column = 0; column < SparkWide.COLUMNS; column++) {
            fields.add(new StructField("c" + column, type(column), true, Metadata.empty()));
        }
        Random random = new Random(1);
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < SparkWide.ROWS; row++) {
            Object[] values = new Object[SparkWide.COLUMNS];
            for (int column = 0; column < values.length; column++) {
                values[column] = value(column, row, random);
            }
            rows.add(RowFactory.create(values));
        }
        Dataset<Row> kept = bench.spark()
                .createDataFrame(rows, new StructType(fields.toArray(StructField[]::new)))
                .repartition(2)
                .persist();
        kept.count();
        kept.createOrReplaceTempView(TABLE + "_rows");
        return kept;
    }

    private static DataType type(int column) {
        return switch (column % 4) {
            case 0 -> DataTypes.LongType;
            case 1 -> DataTypes.DoubleType;
            case 2 -> DataTypes.IntegerType;
            default -> DataTypes.StringType;
        };
    }

    private static Object value(int column, int row, Random random) {
        return switch (column % 4) {
            case 0 -> (long) (row + random.nextInt(100));
            case 1 -> random.nextInt(100_000) / 100.0;
            case 2 -> random.nextInt(1000);
            default -> "text" + random.nextInt(500);
        };
    }

    /** A new table in each round. The last one stays. */
    private final class Write implements FormatTurns.Turn {
        @Override
        public void before(String format) {
            bench.spark().sql("drop table if exists " + TpchTables.name(format, TABLE));
        }

        @Override
        public void run(String format) {
            tables.create(format, TABLE, "select * from " + TABLE + "_rows");
        }

        @Override
        public void after(String format) {
            check(SparkWide.Statement.WRITE, format);
        }
    }

    /** A query. */
    private final class Read implements FormatTurns.Turn {
        private final SparkWide.Statement statement;
        private List<String> rows;

        private Read(SparkWide.Statement statement) {
            this.statement = statement;
        }

        @Override
        public void run(String format) {
            rows = tables.rows(statement.sql(TpchTables.name(format, TABLE)));
        }

        @Override
        public void after(String format) {
            equal.check(statement.label(), format, rows);
        }
    }

    private void check(SparkWide.Statement statement, String format) {
        equal.check(statement.label(), format, tables.rows(statement.sql(TpchTables.name(format, TABLE))));
    }
}
