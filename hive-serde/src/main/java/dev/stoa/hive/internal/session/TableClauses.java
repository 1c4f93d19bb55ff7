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
import java.util.Collection;
import java.util.Properties;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.QueryState;
import org.apache.hadoop.hive.ql.plan.HiveOperation;
import org.apache.hadoop.hive.ql.session.SessionStateUtil;
import org.apache.hadoop.hive.serde.serdeConstants;

/** Checks clauses and properties of new tables. Hive passes on each clause, also those for other formats. */
public final class TableClauses {
    private static final String PREFIX = "stoa.";
    private static final Set<String> KNOWN = Set.of(Naming.ACCESS, Naming.IDS);
    private static final Set<String> OF_TEXT = Set.of(
            serdeConstants.FIELD_DELIM,
            serdeConstants.COLLECTION_DELIM,
            serdeConstants.MAPKEY_DELIM,
            serdeConstants.LINE_DELIM,
            serdeConstants.QUOTE_CHAR,
            serdeConstants.ESCAPE_CHAR,
            serdeConstants.SERIALIZATION_NULL_FORMAT);
    private static final Set<HiveOperation> MAKING =
            Set.of(HiveOperation.CREATETABLE, HiveOperation.CREATETABLE_AS_SELECT);

    private TableClauses() {}

    /**
     * Refuses what would have no effect, if the session's statement makes a table. Tables that have such properties are read.
     *
     * @param configuration of the statement; may be null
     * @param table its properties
     * @throws IllegalArgumentException if one is a setting of text files, or unknown
     */
    public static void checkNew(Configuration configuration, Properties table) {
        if (!isMaking(configuration)) {
            return;
        }
        Set<String> names = table.stringPropertyNames();
        names.stream().filter(OF_TEXT::contains).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("'" + name + "' is a setting of text files, which those of Stoa are not:"
                    + " leave 'row format' out");
        });
        checkNames(names);
    }

    private static boolean isMaking(Configuration configuration) {
        return configuration != null
                && SessionStateUtil.getQueryState(configuration)
                        .map(QueryState::getHiveOperation)
                        .filter(MAKING::contains)
                        .isPresent();
    }

    /**
     * Refuses properties that have the beginning of Stoa's and are none.
     *
     * @throws IllegalArgumentException if one is unknown
     */
    public static void checkNames(Collection<String> properties) {
        properties.stream()
                .filter(name -> name.startsWith(PREFIX) && !KNOWN.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "the table property '" + name + "' is unknown: of those that begin" + " with '" + PREFIX
                                    + "', tables have '" + Naming.ACCESS + "' and '" + Naming.IDS + "'");
                });
    }
}
