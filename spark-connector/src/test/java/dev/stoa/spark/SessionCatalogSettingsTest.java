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

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Settings with which a catalog of Hive's metastore can't be. */
@Tag("engine")
class SessionCatalogSettingsTest {
    private static void refused(String setting, String statement, String why) {
        SparkSession session = Spark.session().newSession();
        session.conf().set(setting, StoaSessionCatalog.class.getName());
        String message = assertThrows(
                        Exception.class, () -> session.sql(statement).collectAsList())
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void aSessionWithoutHive() {
        refused(
                "spark.sql.catalog.spark_catalog",
                "select * from default.missing",
                "set spark.sql.catalogImplementation=hive, or enableHiveSupport(), before it starts");
    }

    @Test
    void anotherName() {
        refused(
                "spark.sql.catalog.other",
                "select * from other.default.missing",
                "set spark.sql.catalog.spark_catalog to it, and spark.sql.catalog.other to dev.stoa.spark.StoaCatalog");
    }
}
