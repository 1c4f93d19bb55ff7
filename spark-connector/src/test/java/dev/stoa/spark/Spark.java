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

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The session of all tests. */
final class Spark {
    private static final SparkSession SESSION = SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.ui.explainMode", "simple") // the text of a plan costs time, and no test reads it
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.hadoop.fs.AbstractFileSystem.file.impl", CheckpointFiles.class.getName())
            .config("spark.sql.datetime.java8API.enabled", "true")
            .config("spark.sql.timeType.enabled", "true")
            .config("spark.sql.session.timeZone", "America/Los_Angeles")
            .config(
                    "spark.sql.warehouse.dir",
                    Path.of("warehouse").toAbsolutePath().toString())
            .getOrCreate();

    private Spark() {}

    static SparkSession session() {
        return SESSION;
    }

    /** A session of its own with the statements of other formats. */
    static SparkSession extended() {
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
        try {
            return SparkSession.builder().withExtensions(new StoaExtensions()).getOrCreate();
        } finally {
            SparkSession.clearActiveSession();
            SparkSession.setActiveSession(SESSION);
            SparkSession.setDefaultSession(SESSION);
        }
    }

    /** Names a catalog of Stoa in a session, whose name no other test may have: Spark keeps the first catalog of a name. */
    static void catalog(SparkSession session, String name, String warehouse) {
        String key = "spark.sql.catalog." + name;
        String before = session.conf().get(key + ".warehouse", warehouse);
        if (!before.equals(warehouse)) {
            throw new IllegalStateException("the catalog " + name + " is that of another test, in " + before);
        }
        session.conf().set(key, StoaCatalog.class.getName());
        session.conf().set(key + ".warehouse", warehouse);
    }

    /** What Spark tells who writes rows. */
    static LogicalWriteInfo info(StructType given) {
        return new LogicalWriteInfo() {
            @Override
            public CaseInsensitiveStringMap options() {
                return CaseInsensitiveStringMap.empty();
            }

            @Override
            public String queryId() {
                return "test";
            }

            @Override
            public StructType schema() {
                return given;
            }
        };
    }
}
