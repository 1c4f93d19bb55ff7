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
package dev.stoa.spark.internal.table;

import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.table.TableProperties;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTablePlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Clauses of statements about a table, other than its columns. Spark passes them as properties with reserved names. These
 * show the clauses that a table of Stoa can't follow.
 */
public final class TableClauses {
    private static final String SOURCE = "dev.stoa.spark.StoaDataSource";

    /** Spark's reserved properties. */
    public static final Set<String> NOT_KEPT = Set.of(
            TableCatalog.PROP_PROVIDER,
            TableCatalog.PROP_OWNER,
            TableCatalog.PROP_LOCATION,
            TableCatalog.PROP_EXTERNAL,
            TableCatalog.PROP_IS_MANAGED_LOCATION);

    private static final String HIVE = "hive.";
    /** The properties of {@code stored as} and {@code row format}. */
    private static final Set<String> OF_HIVE =
            Set.of("hive.stored-as", "hive.input-format", "hive.output-format", "hive.serde");

    private TableClauses() {}

    /**
     * Checks the clauses of a new table.
     *
     * @throws IllegalArgumentException if the table would not be as the statement says
     */
    public static void checkNew(Map<String, String> properties) {
        String provider = properties.getOrDefault(TableCatalog.PROP_PROVIDER, "stoa");
        if (!isStoa(provider) && !isSparksDefault(provider)) {
            throw new IllegalArgumentException(
                    "using " + provider + ": tables of this catalog are stored as stoa, and as nothing"
                            + " else: write using stoa, or format(\"stoa\"), or leave it out; a catalog of Spark's makes tables of other"
                            + " formats");
        } else if (properties.containsKey(TableCatalog.PROP_EXTERNAL)) {
            throw new IllegalArgumentException(
                    "create external table: a table of this catalog lies in the catalog's folder and is"
                            + " removed with its files: leave external out; a table elsewhere is used by its path, as"
                            + " format(\"stoa\").load(path)");
        }
        for (String property : properties.keySet()) {
            ForeignProperties.check(property);
            String option = property.startsWith(TableCatalog.OPTION_PREFIX)
                    ? property.substring(TableCatalog.OPTION_PREFIX.length())
                    : "";
            if (OF_HIVE.contains(property) || !option.isEmpty() && !properties.containsKey(option)) {
                throw new IllegalArgumentException("stored as and row format are of tables of Hive ("
                        + (option.isEmpty() ? property.substring(HIVE.length()) : option)
                        + "): leave them out, a table of this catalog is stored as stoa");
            } else if (!option.isEmpty()) {
                Options.TABLE.check("options", Stream.of(option));
            }
            if (FieldNotes.isOne(property) || TableProperties.isNamed(property)) {
                throw reserved(property);
            }
        }
    }

    /** Whether a new table is to be one of Stoa, by its format or by Spark's default. */
    public static boolean isOfStoa(Map<String, String> properties) {
        return isStoa(properties.getOrDefault(
                TableCatalog.PROP_PROVIDER, SQLConf.get().defaultDataSourceName()));
    }

    private static boolean isStoa(String provider) {
        return provider.equalsIgnoreCase("stoa") || provider.equals(SOURCE);
    }

    /**
     * Whether the source may be one that the user did not name: {@code saveAsTable}, {@code toTable} and {@code spark.catalog.createTable} then name
     * Spark's default. Statements of SQL name what they say, and have lines.
     */
    private static boolean isSparksDefault(String provider) {
        String execution = SparkSession.active().sparkContext().getLocalProperty(SQLExecution.EXECUTION_ID_KEY());
        QueryExecution running = execution == null ? null : SQLExecution.getQueryExecution(Long.parseLong(execution));
        return provider.equalsIgnoreCase(SQLConf.get().defaultDataSourceName())
                && running != null
                && running.logical() instanceof V2CreateTablePlan plan
                && plan.name().origin().line().isEmpty();
    }

    /**
     * Checks that a property may be set, or removed, by {@code alter table}.
     *
     * @throws IllegalArgumentException if nothing would come of it
     */
    static void checkChanged(String property) {
        if (property.equals(TableCatalog.PROP_LOCATION)) {
            throw new IllegalArgumentException(
                    "set location: a table stays in the folder of its name: rename the table, or make"
                            + " another one there by create table ... as select");
        } else if (property.equals(DeclaredOrder.PROPERTY)) {
            throw new IllegalArgumentException("the property '" + property
                    + "' declares the order of a new table: change it by alter table ... cluster by (...)");
        } else if (NOT_KEPT.contains(property)
                || property.equals(TableCatalog.PROP_TABLE_TYPE)
                || property.startsWith(TableCatalog.OPTION_PREFIX)
                || FieldNotes.isOne(property)
                || TableProperties.isNamed(property)) {
            throw reserved(property);
        }
    }

    private static IllegalArgumentException reserved(String property) {
        if (TableProperties.isNamed(property)) {
            return new IllegalArgumentException(
                    "the property '" + property
                            + "' is a constraint, a tag or a branch: change constraints by alter table ... add constraint and drop"
                            + " constraint, tags by call system.tag and system.untag, branches by call system.branch and system.drop_branch");
        }
        return new IllegalArgumentException("the property '" + property + "' is not set by hand: "
                + (FieldNotes.isOne(property)
                        ? "it keeps what Spark knows of a column: change it by alter table ... alter column"
                        : "it says what is so of every table of this catalog: take another name"));
    }

    /**
     * Checks the clauses of a new namespace.
     *
     * @param folder of the namespace
     * @throws IllegalArgumentException if it is more than a folder has
     */
    public static void checkNamespace(TableFolder folder, Map<String, String> properties) {
        for (Map.Entry<String, String> property : properties.entrySet()) {
            boolean isSo = property.getKey().equals(SupportsNamespaces.PROP_OWNER)
                    || property.getKey().equals(SupportsNamespaces.PROP_LOCATION) && folder.isAt(property.getValue());
            if (!isSo) {
                throw new IllegalArgumentException("a namespace is the folder " + folder.path() + " and keeps no "
                        + property.getKey() + ": leave it out");
            }
        }
    }
}
