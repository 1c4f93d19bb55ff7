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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.AlterTableTests;
import org.apache.spark.sql.connector.InsertIntoTests;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/** Those of Spark's tests of sources that any source can take: how rows are inserted and overwritten, and tables altered. */
public final class SourceSuite extends InsertIntoTests implements AlterTableTests {
    private static final long serialVersionUID = 1L;
    private static final String CATALOG = "suite";
    private static final Path WAREHOUSE = Path.of(System.getProperty("java.io.tmpdir"), "warehouse");

    /** Made by what runs it. */
    public SourceSuite() {
        super(true, true);
        AlterTableTests.$init$(this);
    }

    @Override
    public SparkConf sparkConf() {
        return super.sparkConf()
                .set("spark.sql.catalog." + CATALOG, StoaCatalog.class.getName())
                .set("spark.sql.catalog." + CATALOG + ".warehouse", WAREHOUSE.toString());
    }

    @Override
    public String catalogAndNamespace() {
        return CATALOG + ".ns.";
    }

    @Override
    public String v2Format() {
        return "stoa";
    }

    /** Each test begins without tables. */
    @Override
    public void beforeEach() {
        try {
            if (Files.exists(WAREHOUSE)) {
                try (Stream<Path> files = Files.walk(WAREHOUSE)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        super.beforeEach();
    }

    @Override
    public void doInsert(String table, Dataset<Row> insert, SaveMode mode) {
        insert.createOrReplaceTempView("inserted");
        String into = mode == SaveMode.Overwrite ? "overwrite" : "into";
        spark().sql("insert " + into + " table " + table + " select * from inserted");
    }

    @Override
    public void verifyTable(String table, Dataset<Row> expected) {
        checkAnswer(() -> spark().table(table), expected);
    }

    /** Asks what Spark's tables in memory count. */
    @Override
    public void checkInsertMetrics(String table, long rows) {}

    @Override
    public Table getTableMetadata(String table) {
        String[] names = table.split("\\.", -1);
        try {
            return ((TableCatalog) spark().sessionState().catalogManager().catalog(names[0]))
                    .loadTable(Identifier.of(new String[] {names[1]}, names[2]));
        } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
            throw new IllegalStateException(e);
        }
    }
}
