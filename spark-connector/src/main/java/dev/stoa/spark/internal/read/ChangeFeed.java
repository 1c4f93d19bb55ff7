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
package dev.stoa.spark.internal.read;

import dev.stoa.format.Schema;
import dev.stoa.spark.internal.columns.BoundedTexts;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The changes of a table's rows, commit by commit: each row with its columns, the kind of the change, and the commit's version and
 * time. An update gives the row as it was and as it became. A commit that only rewrites files changes no row and gives none.
 */
public final class ChangeFeed implements Changelog {
    static final String KIND = "_change_type";
    static final String VERSION = "_commit_version";
    static final String TIME = "_commit_timestamp";

    private final String name;
    private final TablePath path;
    private final Table table;
    private final ChangeRange range;
    private final Configuration configuration;
    private final StructType schema;
    /** The fields of the table's columns, by the names that they had when the schema was read. */
    private final Map<String, Integer> ids = new HashMap<>();

    private ChangeFeed(
            String name,
            TablePath path,
            Table table,
            ChangeRange range,
            Configuration configuration,
            StructType schema,
            Schema columns) {
        this.name = name;
        this.path = path;
        this.table = table;
        this.range = range;
        this.configuration = configuration;
        this.schema = schema;
        columns.fields().forEach(field -> ids.put(field.name(), field.fieldId().getAsInt()));
    }

    /**
     * The changes within a range. They have the columns of the newest version.
     *
     * @throws IllegalArgumentException if a column of the table has the name of one of the feed's
     */
    public static ChangeFeed of(
            String name, TablePath path, Table table, ChangeRange range, Configuration configuration) {
        Snapshot newest = table.lastKnown();
        List<StructField> fields = new ArrayList<>();
        StructType columns = BoundedTexts.noted(FieldNotes.schema(newest), newest.schema());
        for (StructField field : columns.fields()) {
            if (List.of(KIND, VERSION, TIME).contains(field.name())) {
                throw new IllegalArgumentException(name + ": the column " + field.name()
                        + " has the name of a column of the changes: rename it to read them");
            }
            fields.add(DataTypes.createStructField(field.name(), field.dataType(), true, field.metadata()));
        }
        fields.add(DataTypes.createStructField(KIND, DataTypes.StringType, false));
        fields.add(DataTypes.createStructField(VERSION, DataTypes.LongType, false));
        fields.add(DataTypes.createStructField(TIME, DataTypes.TimestampType, false));
        return new ChangeFeed(
                name, path, table, range, configuration, DataTypes.createStructType(fields), newest.schema());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Column[] columns() {
        return Arrays.stream(schema.fields())
                .map(field ->
                        Column.create(field.name(), field.dataType(), field.nullable(), null, BoundedTexts.note(field)))
                .toArray(Column[]::new);
    }

    @Override
    public boolean containsCarryoverRows() {
        return false;
    }

    /** The planner compares the two ends of the range for net changes. */
    @Override
    public boolean containsIntermediateChanges() {
        return false;
    }

    @Override
    public boolean representsUpdateAsDeleteAndInsert() {
        return false;
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        Options.CHANGES.check(path, configuration, options);
        return new Builder();
    }

    /** Takes whole columns. */
    private final class Builder implements SupportsPushDownRequiredColumns {
        private StructType read = schema;

        @Override
        public void pruneColumns(StructType required) {
            read = DataTypes.createStructType(
                    Arrays.stream(required.fieldNames()).map(schema::apply).toList());
        }

        @Override
        public Scan build() {
            return new ChangeScan(new ChangePlanner(path, table, configuration, read, ids), range, name);
        }
    }
}
