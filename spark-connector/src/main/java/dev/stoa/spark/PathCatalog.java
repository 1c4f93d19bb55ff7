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
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;

/** The catalog of {@code format("stoa")}: a table's name is its path. */
public final class PathCatalog extends AbstractStoaCatalog {

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
        return PathIdentifier.isWritten(table) && version.isEmpty() && !isThere(folder(table))
                ? Optional.of(new NewTable(this, table))
                : Optional.empty();
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
