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

import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;

/** The catalog of {@code format("stoa")}: a table's name is its path. */
public final class PathCatalog extends AbstractStoaCatalog {

    private static final Pattern PATTERN = Pattern.compile("[*?\\[{]");

    /** Made by Spark. */
    public PathCatalog() {}

    @Override
    TableFolder folder(Identifier table) {
        return new TableFolder(table.name(), TableFolder.sessionConfiguration());
    }

    @Override
    boolean isThere(TableFolder folder) {
        return folder.exists();
    }

    /** A write may make a table where nothing is. */
    @Override
    Optional<Table> loadOther(Identifier table, Optional<TableFolder.Version> version) {
        TableFolder folder = folder(table);
        if (PathIdentifier.isWritten(table) && version.isEmpty()) {
            return isThere(folder) ? Optional.empty() : Optional.of(new NewTable(this, table));
        }
        refusePattern(folder);
        return Optional.empty();
    }

    /** Refuses a pattern, where nothing has it for its name. */
    static void refusePattern(TableFolder folder) {
        if (PATTERN.matcher(folder.path()).find() && !folder.exists()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    folder.path()
                            + ": nothing is there, and format stoa takes no patterns: load the folder that holds all of the"
                            + " files, or load each place and put the rows together by a union");
        }
    }

    @Override
    public Identifier[] listTables(String[] namespace) {
        return new Identifier[0];
    }

    @Override
    public void renameTable(Identifier from, Identifier to) {
        throw SparkErrors.refusal(
                SparkErrors.Condition.STOA_UNSUPPORTED,
                "a table that is named by its path is renamed by moving its folder");
    }
}
