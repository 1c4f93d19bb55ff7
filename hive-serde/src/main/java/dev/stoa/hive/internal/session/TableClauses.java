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
package dev.stoa.hive.internal.session;

import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.table.OtherProperties;
import dev.stoa.table.OtherTable;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.QueryState;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.plan.HiveOperation;
import org.apache.hadoop.hive.ql.session.SessionStateUtil;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks clauses and properties of tables. Hive passes on each clause, also those for other formats. */
public final class TableClauses {
    private static final Logger LOG = LoggerFactory.getLogger(TableClauses.class);
    private static final String PREFIX = "stoa.";
    private static final Set<String> KNOWN = Set.of(Naming.ACCESS, Naming.IDS);
    private static final Set<String> OF_TEXT = Set.of(
            serdeConstants.FIELD_DELIM,
            serdeConstants.COLLECTION_DELIM,
            serdeConstants.MAPKEY_DELIM,
            serdeConstants.LINE_DELIM,
            serdeConstants.QUOTE_CHAR,
            serdeConstants.ESCAPE_CHAR,
            serdeConstants.SERIALIZATION_NULL_FORMAT,
            serdeConstants.HEADER_COUNT,
            serdeConstants.FOOTER_COUNT);
    /** Properties that a site gives to each new table, whatever its format. */
    private static final String DEFAULTS = "hive.table.parameters.default";

    private static final Set<HiveOperation> MAKING =
            Set.of(HiveOperation.CREATETABLE, HiveOperation.CREATETABLE_AS_SELECT);

    private TableClauses() {}

    /**
     * Refuses what would have no effect, if the session's statement makes this table. Tables that have such properties are read, also by
     * statements that make another one.
     *
     * @param configuration of the statement; may be null
     * @param table its properties
     * @throws IllegalArgumentException if one is a setting of text files or of another format, or unknown; or if the table's folder is in a
     *     table of another format
     */
    public static void checkNew(Configuration configuration, Properties table) {
        try {
            checkNew(configuration, table.stringPropertyNames());
            if (isMaking(configuration)) {
                checkPlace(configuration, table);
            }
        } catch (IllegalArgumentException e) {
            if (!exists(configuration, table.getProperty(hive_metastoreConstants.META_TABLE_NAME))) {
                throw e;
            }
        }
    }

    /**
     * Refuses what would have no effect, if the session's statement makes a table.
     *
     * @param configuration of the statement; may be null
     * @param properties the names of the table's properties
     * @throws IllegalArgumentException if one is a setting of text files or of another format, or unknown
     */
    public static void checkNew(Configuration configuration, Collection<String> properties) {
        if (isMaking(configuration)) {
            Set<String> said = new TreeSet<>(properties);
            for (String pair : configuration.getTrimmedStrings(DEFAULTS)) {
                said.remove(pair.split("=", 2)[0].trim());
            }
            checkNames(said);
        }
    }

    /** A table with a log is refused when its log is made. */
    private static void checkPlace(Configuration configuration, Properties table) {
        String location = table.getProperty(hive_metastoreConstants.META_TABLE_LOCATION);
        if (location == null || table.containsKey(hive_metastoreConstants.META_TABLE_STORAGE)) {
            return;
        }
        Optional<OtherTable> other;
        try {
            other = OtherTable.around(Snapshots.folder(configuration, new Path(location)));
        } catch (IOException e) {
            throw new IllegalArgumentException(location + ": " + e.getMessage(), e);
        }
        if (other.isPresent()) {
            throw new IllegalArgumentException(other.get().refusal(location));
        }
    }

    /** Whether the metastore has a table, which the statement then reads. */
    private static boolean exists(Configuration configuration, String name) {
        try {
            return name != null
                    && Hive.get(new HiveConf(configuration, TableClauses.class)).getTable(name, false) != null;
        } catch (HiveException e) {
            LOG.debug("{}: it is taken for a new table", name, e);
            return false;
        }
    }

    private static boolean isMaking(Configuration configuration) {
        return configuration != null
                && SessionStateUtil.getQueryState(StatementId.configuration(configuration))
                        .map(QueryState::getHiveOperation)
                        .filter(MAKING::contains)
                        .isPresent();
    }

    /**
     * Refuses properties that would have no effect.
     *
     * @throws IllegalArgumentException if one is a setting of text files or of another format, or unknown
     */
    public static void checkNames(Collection<String> properties) {
        for (String name : properties) {
            if (OF_TEXT.contains(name)) {
                throw new IllegalArgumentException(
                        "'" + name + "' is a setting of text files, which those of Stoa are not:"
                                + " leave 'row format' and the property out");
            }
            if (OtherProperties.contain(name)) {
                throw new IllegalArgumentException(
                        "the property '" + name + "' is of another format, and has no effect here: leave it out");
            }
            if (name.startsWith(PREFIX) && !KNOWN.contains(name)) {
                throw new IllegalArgumentException("the table property '" + name + "' is unknown: of those that begin"
                        + " with '" + PREFIX + "', tables have '" + Naming.ACCESS + "' and '" + Naming.IDS + "'");
            }
        }
    }
}
