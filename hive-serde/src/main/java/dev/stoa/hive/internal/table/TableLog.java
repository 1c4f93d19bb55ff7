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
package dev.stoa.hive.internal.table;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.NeededFields;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.store.BesideFolder;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.values.ValueReader;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** The log of a table of Hive. */
public final class TableLog {
    private static final String LOG = "_stoa";

    private final Configuration configuration;
    private final Path location;
    private final Folder folder;

    public TableLog(Configuration configuration, Path location) throws IOException {
        this.configuration = configuration;
        this.location = location;
        this.folder = Snapshots.folder(configuration, location);
    }

    /**
     * Sees to it that there is a log: a new one in an empty folder, or for the files in it; one that is there stays. It must have
     * the columns that Hive is told.
     *
     * @return whether it made one
     * @throws IllegalArgumentException if the columns are others
     * @throws dev.stoa.table.TableException if the files are none of one table
     */
    public boolean prepare(List<FieldSchema> columns, Map<String, String> properties) throws IOException {
        List<String> names = columns.stream().map(FieldSchema::getName).toList();
        List<TypeInfo> types = columns.stream()
                .map(column -> TypeInfoUtils.getTypeInfoFromTypeString(column.getType()))
                .toList();
        Naming naming = Naming.of(properties.getOrDefault(Naming.ACCESS, ""), properties.getOrDefault(Naming.IDS, ""));
        boolean isThere = Table.exists(folder);
        boolean isEmpty = folder.list("").stream()
                .allMatch(entry -> entry.name().startsWith(".") || entry.name().startsWith("_"));
        if (!isThere) {
            BesideFolder.check(configuration, location);
            BesideFolder.remove(configuration, location);
        }
        if (!isThere && isEmpty) {
            Schema schema = HiveTypes.schema(names, types, naming.ids());
            Table.create(folder, schema, TableProperties.NONE, TableSettings.DEFAULT);
            return true;
        }
        Schema schema = Table.open(folder, TableSettings.DEFAULT).snapshot().schema();
        check(location, schema.fields(), new TableColumns(names, types, new int[0], NeededFields.of(Set.of())), naming);
        if (!isThere) {
            Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        }
        return !isThere;
    }

    /**
     * Fails unless a table has all columns that Hive is told of, as what Hive can read.
     *
     * @throws IllegalArgumentException if it has not
     */
    public static void check(Path location, List<Field> fields, TableColumns columns, Naming naming) {
        List<String> names = columns.names();
        for (int i = 0; i < names.size(); i++) {
            OptionalInt at = naming.column(fields, i, names.get(i));
            if (at.isEmpty()) {
                throw new IllegalArgumentException(location + ": no column '" + names.get(i) + "'; the columns are "
                        + fields.stream().map(Field::name).toList());
            }
            Field field = fields.get(at.getAsInt());
            try {
                ValueReader.of(field.type(), columns.types().get(i), naming);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(location + ": column '" + field.name() + "': " + e.getMessage(), e);
            }
        }
    }

    /** Adds the columns that Hive has and the log has not; they are null in the rows that are there. */
    void addColumns(List<FieldSchema> columns) throws IOException {
        TableOperations.of(Table.open(folder, TableSettings.DEFAULT)).alter(snapshot -> {
            SchemaEdit edit = new SchemaEdit(snapshot);
            for (FieldSchema column : columns) {
                if (FieldNames.find(snapshot.schema().fields(), column.getName())
                        .isEmpty()) {
                    TypeInfo type = TypeInfoUtils.getTypeInfoFromTypeString(column.getType());
                    edit.add(Field.nullable(column.getName(), HiveTypes.stored(type)));
                }
            }
            return edit.schema();
        });
    }

    /** Removes a log that was just made. */
    void remove() throws IOException {
        location.getFileSystem(configuration).delete(new Path(location, LOG), true);
    }

    /** Deletes all rows. */
    void truncate() throws IOException {
        TableOperations.of(Table.open(folder, TableSettings.DEFAULT)).truncate();
    }
}
