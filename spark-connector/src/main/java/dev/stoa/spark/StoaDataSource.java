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

import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.SparkVersion;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.StoaTable;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The source of {@code format("stoa")}: reads a file, a folder of files or a table, and writes tables, by a path. A table is
 * read at an older version by the options {@code versionAsOf} and {@code timestampAsOf}.
 */
public final class StoaDataSource implements SupportsCatalogOptions, DataSourceRegister {
    /** The catalog whose tables are paths. */
    private static final String PATHS = "stoa_paths";

    /** The path of Spark's last question. */
    private PathIdentifier asked = new PathIdentifier("");

    /** Made by Spark. */
    public StoaDataSource() {}

    @Override
    public String shortName() {
        return "stoa";
    }

    @Override
    public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
        SparkVersion.check(); // not when it is made: Spark makes one to look for any format
        String path = options.get("path");
        if (path == null || options.containsKey("paths")) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_INVALID_SETTING,
                    "format stoa takes one path, of a file, a folder or a table: give exactly one");
        }
        asked = new PathIdentifier(path);
        return asked;
    }

    @Override
    public String extractCatalog(CaseInsensitiveStringMap options) {
        var settings = SparkSession.active().sessionState().conf();
        String key = "spark.sql.catalog." + PATHS;
        if (!settings.contains(key)) {
            settings.setConfString(key, PathCatalog.class.getName());
        }
        return PATHS;
    }

    @Override
    public Optional<String> extractTimeTravelVersion(CaseInsensitiveStringMap options) {
        asked.read();
        return Optional.ofNullable(options.get(Options.VERSION));
    }

    @Override
    public Optional<String> extractTimeTravelTimestamp(CaseInsensitiveStringMap options) {
        return Optional.ofNullable(options.get(Options.TIMESTAMP));
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return load(options).asStruct();
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return load(new CaseInsensitiveStringMap(properties));
    }

    /** For those parts of Spark that ask no catalog: streams by a path, and views of SQL with {@code using stoa}. */
    private StoaTable load(CaseInsensitiveStringMap options) {
        TableFolder folder = new TableFolder(extractIdentifier(options).name(), TableFolder.sessionConfiguration());
        PathCatalog.refusePattern(folder);
        return StoaTable.of(folder);
    }
}
