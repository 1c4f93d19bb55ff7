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
import dev.stoa.format.Type;
import dev.stoa.hive.internal.columns.HeldTypes;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.NeededFields;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.store.BesideFolder;
import dev.stoa.hive.internal.store.FolderListing;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.values.ValueReader;
import dev.stoa.hive.internal.write.WriteTarget;
import dev.stoa.table.OperationResult;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** The log of a table of Hive. */
public final class TableLog {
    private static final String LOG = "_stoa";
    /** Properties of Hive's tables that the log keeps, too. */
    private static final Set<String> KEPT = Set.of(
            TableProperties.UPKEEP,
            TableProperties.COMMENT,
            TableProperties.PART_FOLDERS,
            TableProperties.SIDECARS_IN_LOG,
            TableProperties.LOG_REPLICATION,
            TableProperties.PART_FRAGMENTS);

    /** Hive's setting: how the names of folders with the rows of unfinished statements begin. */
    private static final String STAGING = "hive.exec.stagingdir";

    private static final String STAGING_DEFAULT = ".hive-staging";

    private static final String GONE =
            ": if another program has renamed it, say 'alter table ... change' with the old name"
                    + " and the new one. If another program has dropped it, set the table property 'external.table.purge' to"
                    + " 'false', so that 'drop table' leaves the folder, and create an external table over it";

    private final Configuration configuration;
    private final Path location;
    private final Folder folder;

    public TableLog(Configuration configuration, Path location) throws IOException {
        this.configuration = configuration;
        this.location = location;
        this.folder = Snapshots.folder(configuration, location);
    }

    boolean isThere() throws IOException {
        return Table.exists(folder);
    }

    /**
     * Makes a log in an empty folder, or for the files in it. An existing one stays: it must have the columns of Hive.
     *
     * @param said the partitions and the order of the statement
     * @return whether it made one
     * @throws IllegalArgumentException if the columns are others, or an existing log divides its rows otherwise
     * @throws dev.stoa.table.TableException if the files are none of one table
     */
    public boolean prepare(List<FieldSchema> columns, Map<String, String> properties, Declaration said)
            throws IOException {
        List<String> names = columns.stream().map(FieldSchema::getName).toList();
        List<TypeInfo> types = columns.stream()
                .map(column -> TypeInfoUtils.getTypeInfoFromTypeString(column.getType()))
                .toList();
        Naming naming = Naming.of(properties.getOrDefault(Naming.ACCESS, ""), properties.getOrDefault(Naming.IDS, ""));
        boolean isThere = Table.exists(folder);
        boolean isEmpty = FolderListing.isEmpty(folder);
        if (!isThere) {
            BesideFolder.check(configuration, location);
            BesideFolder.remove(configuration, location);
        }
        if (!isThere && isEmpty) {
            Schema schema = SchemaEdit.numbered(said.columns(HiveTypes.schema(names, types, naming.ids())));
            TableProperties declared = said.properties(schema, columns);
            Map<String, String> other = new HashMap<>(declared.other());
            KEPT.stream().filter(properties::containsKey).forEach(name -> other.put(name, properties.get(name)));
            Table.create(folder, schema, declared.withOther(other), TableSettings.DEFAULT);
            return true;
        }
        if (!said.isUnconstrained()) {
            throw new IllegalArgumentException(
                    location + ": it has files already, and keeps the constraints that it has:"
                            + " leave 'check' and 'not null' out, and add constraints by 'stoa table alter' or in Spark");
        }
        Table table = Table.open(folder, TableSettings.DEFAULT);
        Schema schema = table.snapshot().schema();
        if (!said.isEmpty()
                && !(isThere
                        && said.properties(schema, List.of())
                                .declaresAs(table.snapshot().properties()))) {
            throw new IllegalArgumentException(location + ": its rows are not divided and sorted as the statement says:"
                    + " leave 'partitioned by' and 'clustered by' out, as the table keeps what it has");
        }
        check(location, schema.fields(), new TableColumns(names, types, new int[0], NeededFields.of(Set.of())), naming);
        if (!isThere) {
            Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        }
        return !isThere;
    }

    /**
     * Fails while a statement writes a table that has no log yet. Hive moves the statement's files into the folder at its end, and
     * a log that was made meanwhile would not name them. A staging folder elsewhere may belong to another table.
     *
     * @throws IllegalArgumentException if one does, or has left its folder
     */
    void refuseWriters() throws IOException {
        Path begin = new Path(location, configuration.get(STAGING, STAGING_DEFAULT)); // as Hive names them
        Path parent = begin.getParent();
        FileSystem fs = parent.getFileSystem(configuration);
        for (FileStatus child : fs.exists(parent) ? fs.listStatus(parent) : new FileStatus[0]) {
            if (child.getPath().getName().startsWith(begin.getName())) {
                throw new IllegalArgumentException("a statement writes " + (isIn(parent) ? "the" : "this or another")
                        + " table, or was killed while it did, as " + child.getPath()
                        + " is there: the log would not name its rows. Wait until it ends, or remove the"
                        + " folder of one that was killed, then say this again");
            }
        }
    }

    private boolean isIn(Path parent) {
        String log = new Path(location, LOG).toUri().getPath();
        return parent.toUri().getPath().concat("/").startsWith(log.substring(0, log.length() - LOG.length()));
    }

    /**
     * Fails unless a table has all columns of Hive's declaration, in types that Hive can read.
     *
     * @throws IllegalArgumentException if it has not
     */
    public static void check(Path location, List<Field> fields, TableColumns columns, Naming naming) {
        List<String> names = columns.names();
        for (int i = 0; i < names.size(); i++) {
            OptionalInt at = naming.column(fields, i, names.get(i));
            if (at.isEmpty()) {
                throw new IllegalArgumentException(location + ": no column '" + names.get(i) + "'; the columns are "
                        + fields.stream().map(Field::name).toList() + GONE);
            }
            Field field = fields.get(at.getAsInt());
            try {
                ValueReader.of(field.type(), columns.types().get(i), naming);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(location + ": column '" + field.name() + "': " + e.getMessage(), e);
            }
            try {
                HeldTypes.check(field, columns.types().get(i), naming);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(location + ": " + e.getMessage(), e);
            }
        }
    }

    /** Adds the columns that Hive has and the log has not; existing rows are null there. */
    AlteredColumns addColumns(List<FieldSchema> columns) throws IOException {
        Table table = Table.open(folder, TableSettings.DEFAULT);
        OperationResult done = TableOperations.of(table).run("alter", transaction -> {
            Snapshot snapshot = transaction.snapshot();
            SchemaEdit edit = new SchemaEdit(snapshot);
            Map<String, String> comments = new HashMap<>();
            for (FieldSchema column : columns) {
                if (FieldNames.find(snapshot.schema().fields(), column.getName())
                        .isEmpty()) {
                    edit.add(Field.nullable(column.getName(), stored(column)));
                    comments.put(column.getName(), column.getComment());
                }
            }
            alter(transaction, edit.schema(), comments);
        });
        return new AlteredColumns(table, done.snapshot().version());
    }

    private static Type stored(FieldSchema column) {
        return HiveTypes.stored(TypeInfoUtils.getTypeInfoFromTypeString(column.getType()));
    }

    private static void alter(Transaction transaction, Schema schema, Map<String, String> comments) {
        TableProperties before = transaction.snapshot().properties();
        Map<String, String> other = new HashMap<>(before.other());
        comments.forEach((column, comment) -> {
            int id = FieldNames.get(schema.fields(), column).fieldId().orElseThrow();
            if (comment == null || comment.isEmpty()) {
                other.remove(TableProperties.commentOf(id));
            } else {
                other.put(TableProperties.commentOf(id), comment);
            }
        });
        transaction.setSchema(schema);
        if (!other.equals(before.other())) {
            transaction.setProperties(before.withOther(other));
        }
    }

    /**
     * Renames, widens or moves a column, and changes its comment. The column keeps its id, so that no file is rewritten. Where another
     * program has renamed or widened it so before, Hive learns of that.
     *
     * @param columns all of Hive's, after the change
     * @throws IllegalArgumentException if a type would lose values, or columns are not found by their names
     */
    AlteredColumns changeColumn(ColumnChange change, List<FieldSchema> columns, Map<String, String> properties)
            throws IOException {
        if (properties.containsKey(Naming.IDS) || properties.containsKey(Naming.ACCESS)) {
            throw new IllegalArgumentException("the table finds columns by '" + Naming.IDS + "' or '" + Naming.ACCESS
                    + "', which Hive does not change with a column: its log knows columns by number, so"
                    + " 'alter table ... unset tblproperties' of these first");
        }
        int place = 0;
        while (!columns.get(place).getName().equalsIgnoreCase(change.other())) {
            place++;
        }
        FieldSchema column = columns.get(place);
        int at = place;
        Table table = Table.open(folder, TableSettings.DEFAULT);
        OperationResult done = TableOperations.of(table).run("alter", transaction -> {
            SchemaEdit edit = new SchemaEdit(transaction.snapshot());
            List<Field> fields = edit.schema().fields();
            boolean isRenamed = FieldNames.find(fields, change.name()).isEmpty()
                    && FieldNames.find(fields, column.getName()).isPresent();
            Field field = FieldNames.get(fields, isRenamed ? column.getName() : change.name());
            if (!field.name().equalsIgnoreCase(column.getName())) {
                edit.rename(field.name(), column.getName());
            }
            Type type = stored(column);
            if (!WriteTarget.takes(field.type(), type)) {
                edit.widen(column.getName(), type);
            }
            if (change.moves() && at < edit.schema().fields().size()) {
                edit.move(column.getName(), at);
            }
            Map<String, String> comments = new HashMap<>();
            comments.put(column.getName(), column.getComment());
            alter(transaction, edit.schema(), comments);
        });
        return new AlteredColumns(table, done.snapshot().version());
    }

    /**
     * Sets those properties of Hive's table that the log keeps, too.
     *
     * @param names of all that the statement sets or unsets
     * @param properties all of Hive's, after the change
     * @throws IllegalArgumentException if a value is none
     */
    void setProperties(List<String> names, Map<String, String> properties) throws IOException {
        List<String> kept = names.stream().filter(KEPT::contains).toList();
        if (kept.isEmpty() || !Table.exists(folder)) {
            return;
        }
        TableOperations.of(Table.open(folder, TableSettings.DEFAULT)).run("alter", transaction -> {
            TableProperties before = transaction.snapshot().properties();
            Map<String, String> other = new HashMap<>(before.other());
            for (String name : kept) {
                if (properties.containsKey(name)) {
                    other.put(name, properties.get(name));
                } else {
                    other.remove(name);
                }
            }
            transaction.setProperties(before.withOther(other));
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
