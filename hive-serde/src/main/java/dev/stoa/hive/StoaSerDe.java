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
package dev.stoa.hive;

import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.SessionZone;
import dev.stoa.hive.internal.columns.TableNaming;
import dev.stoa.hive.internal.rows.RowPlace;
import dev.stoa.hive.internal.rows.StoaRow;
import dev.stoa.hive.internal.session.TableClauses;
import dev.stoa.hive.internal.store.HiveVersion;
import dev.stoa.hive.internal.store.MetadataTable;
import dev.stoa.hive.internal.write.WriteOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.AbstractSerDe;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.SerDeSpec;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.Writable;

/**
 * Rows of tables {@code STORED AS STOA}, as Hive's standard Java objects. The writer and the reader of files turn them into
 * bytes and back, column by column.
 */
@SerDeSpec(
        schemaProps = {
            serdeConstants.LIST_COLUMNS,
            serdeConstants.LIST_COLUMN_TYPES,
            serdeConstants.LIST_COLUMN_COMMENTS,
            Naming.ACCESS,
            Naming.IDS
        })
public final class StoaSerDe extends AbstractSerDe {
    private final StoaRow written = new StoaRow();
    private ObjectInspector inspector;

    /** Called by Hive. */
    public StoaSerDe() {}

    /**
     * Takes the table's columns.
     *
     * @throws SerDeException if Hive is too old, a type has no form in files, or a property of the table is not understood
     */
    @Override
    public void initialize(Configuration configuration, Properties table, Properties partition) throws SerDeException {
        Optional<String> refusal = HiveVersion.refusal();
        if (refusal.isPresent()) {
            throw new SerDeException(refusal.get());
        }
        super.initialize(configuration, table, partition);
        Optional<MetadataTable> metadata = MetadataTable.of(properties);
        if (metadata.isPresent()) {
            inspector = metadata.get().inspector();
            return;
        }
        List<TypeInfo> types =
                configuration == null ? getColumnTypes() : SessionZone.of(configuration, getColumnTypes());
        StructTypeInfo row = (StructTypeInfo) TypeInfoFactory.getStructTypeInfo(getColumnNames(), types);
        try {
            TableClauses.checkNew(configuration, properties);
            Naming.of(properties);
            for (TypeInfo type : getColumnTypes()) {
                HiveTypes.stored(type);
            }
        } catch (IllegalArgumentException e) {
            throw new SerDeException(e);
        }
        if (configuration != null) {
            TableNaming.remember(configuration, properties);
        }
        boolean deletes =
                configuration != null && WriteOperation.of(configuration, properties) == WriteOperation.DELETE;
        inspector = deletes ? TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(RowPlace.TYPE) : commented(row);
    }

    /** Returns the columns with their comments: Hive takes comments from here alone. */
    private ObjectInspector commented(StructTypeInfo row) {
        String comments = properties.getProperty(serdeConstants.LIST_COLUMN_COMMENTS, "");
        List<String> each = new ArrayList<>(List.of(comments.split("\0", -1)));
        int columns = row.getAllStructFieldNames().size();
        while (each.size() < columns) {
            each.add("");
        }
        List<ObjectInspector> inspectors = row.getAllStructFieldTypeInfos().stream()
                .map(TypeInfoUtils::getStandardJavaObjectInspectorFromTypeInfo)
                .toList();
        return ObjectInspectorFactory.getStandardStructObjectInspector(
                row.getAllStructFieldNames(), inspectors, each.subList(0, columns));
    }

    /** Files do not say what the table's columns are: its description in the metastore does. */
    @Override
    public boolean shouldStoreFieldsInMetastore(Map<String, String> tableParameters) {
        return true;
    }

    @Override
    public Class<? extends Writable> getSerializedClass() {
        return StoaRow.class;
    }

    @Override
    public ObjectInspector getObjectInspector() {
        return inspector;
    }

    @Override
    public Writable serialize(Object row, ObjectInspector of) {
        written.set(row, (StructObjectInspector) of);
        return written;
    }

    @Override
    public Object deserialize(Writable row) {
        return ((StoaRow) row).row();
    }
}
