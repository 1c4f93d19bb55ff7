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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parquet of Spark's, converted by the command line: Spark finds the same columns and rows. Not intervals, which are plain numbers in such
 * files.
 */
@Tag("engine")
class ConvertedTest {
    private static final String ROWS =
            "select id, id % 2 = 0 as bool, cast(id % 128 as tinyint) as i8, cast(id as smallint) as i16,"
                    + " cast(id as int) as i32, cast(id / 3 as float) as f32, id / 7 as f64, cast(id as decimal(9,2)) as d9,"
                    + " cast(id as decimal(38,10)) as d38, concat('text ', id) as s, cast(concat('b', id) as binary) as b,"
                    + " date_add(date'1969-12-20', cast(id as int)) as day, timestamp_micros(id * 86399999999 - 1) as at,"
                    + " cast(timestamp_micros(id * 1000001) as timestamp_ntz) as local, cast(null as string) as nothing,"
                    + " array(id, null) as l, map(id, concat('v', id)) as m, named_struct('x', id, 'y', array(named_struct('z', id))) as n,"
                    + " parse_json('{\"a\":' || id || ',\"b\":[1.5,\"t\",null]}') as v,"
                    + " st_geomfromwkb(X'0101000000000000000000F03F0000000000000040', 4326) as g from range(0, 500, 1, 1)";

    @TempDir
    Path folder;

    private Path write(String timestamps) throws Exception {
        Path parquet = folder.resolve(timestamps);
        Spark.session().conf().set("spark.sql.parquet.outputTimestampType", timestamps);
        try {
            Spark.session().sql(ROWS).write().parquet(parquet.toString());
        } finally {
            Spark.session().conf().unset("spark.sql.parquet.outputTimestampType");
        }
        try (Stream<Path> files = Files.list(parquet)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<String> rows(Dataset<Row> from) {
        return Arrays.stream((Row[]) from.orderBy("id").collect())
                .map(Rows::text)
                .toList();
    }

    @Test
    void sameColumnsAndRows() throws Exception {
        for (String timestamps : List.of("INT96", "TIMESTAMP_MICROS", "TIMESTAMP_MILLIS")) {
            Path parquet = write(timestamps);
            Path converted = folder.resolve(timestamps + ".stoa");
            CommandLine.stoa("convert", parquet, converted);
            Dataset<Row> before = Spark.session().read().parquet(parquet.toString());
            Dataset<Row> after = Spark.session().read().format("stoa").load(converted.toString());
            assertEquals(before.schema().catalogString(), after.schema().catalogString(), timestamps);
            assertEquals(rows(before), rows(after), timestamps);
            assertEquals(
                    rows(before.where("at > timestamp'1999-01-01' and day is not null")),
                    rows(after.where("at > timestamp'1999-01-01' and day is not null")));
        }
    }
}
