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
package dev.stoa.trino.internal.store;

import dev.stoa.format.Schema;
import dev.stoa.table.Table;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The names of schemas and tables: those of folders, or those of a metastore. All that it returns are in small letters. */
public interface Names {
    /** The names of the schemas. */
    List<String> schemas() throws IOException;

    /** Whether a schema exists. */
    boolean hasSchema(String name) throws IOException;

    /** The names of a schema's tables; none if the schema is missing. */
    List<String> tables(String schema) throws IOException;

    /** The place of a table, if it exists. */
    Optional<Place> find(String schema, String table) throws IOException;

    /** Makes a schema. */
    void createSchema(String name) throws IOException;

    /**
     * Drops a schema and its tables.
     *
     * @param withTables whether to drop it also if it has tables
     */
    void dropSchema(String name, boolean withTables) throws IOException;

    /** Gives a schema another name. */
    void renameSchema(String name, String other) throws IOException;

    /**
     * Gives a name to a table that is still to be made.
     *
     * @param columns of the table
     * @return its place, where nothing is
     * @throws io.trino.spi.connector.SchemaNotFoundException if the schema is missing
     */
    Place add(String schema, String table, Schema columns) throws IOException;

    /** Gives a table another name, in the same schema or another. */
    void rename(Place from, String schema, String table) throws IOException;

    /** Learns that the columns of a table may be others now. */
    void changed(Place place, Table table) throws IOException;

    /**
     * Forgets a table.
     *
     * @return whether its files are to go, too
     */
    boolean remove(Place place) throws IOException;
}
