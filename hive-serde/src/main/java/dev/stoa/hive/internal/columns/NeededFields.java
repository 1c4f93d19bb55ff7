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
package dev.stoa.hive.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.tez.DagUtils;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Which fields of a struct a plan reads: paths with dots between, such as {@code s.a.b}, through structs only. A column with
 * another path is read whole.
 */
public final class NeededFields {
    /** Setting: false reads all structs whole. */
    public static final String SETTING = "stoa.read.fields";

    /** Of a column that is read whole. */
    private static final NeededFields ALL = new NeededFields();

    private final Map<String, NeededFields> fields = new HashMap<>();
    private boolean isWhole;

    private NeededFields() {}

    /** Takes paths from columns down, in whatever order, some perhaps more than once or below others. */
    public static NeededFields of(Collection<String> paths) {
        NeededFields columns = new NeededFields();
        for (String path : paths) {
            NeededFields at = columns;
            for (String name : path.split("\\.", -1)) {
                at = at.fields.computeIfAbsent(name, key -> new NeededFields());
            }
            at.isWhole = true;
        }
        return columns;
    }

    /** Returns those that the operators of a task use; all without a task, or if the task is not alone in its plan. */
    public static NeededFields of(Configuration plan) {
        boolean isOff = !plan.getBoolean(SETTING, true) || ColumnProjectionUtils.isReadAllColumns(plan);
        boolean isMerged = plan.get(DagUtils.TEZ_MERGE_CURRENT_MERGE_FILE_PREFIX) != null;
        MapWork work = isOff || isMerged ? null : Utilities.getMapWork(plan);
        return of(work == null ? Set.of() : FieldUses.of(work));
    }

    /**
     * The same of columns that are called otherwise.
     *
     * @param names of all columns
     * @param others the other name of each
     */
    NeededFields renamed(List<String> names, List<String> others) {
        NeededFields renamed = new NeededFields();
        for (int i = 0; i < names.size(); i++) {
            NeededFields column = fields.get(names.get(i).toLowerCase(Locale.ROOT));
            if (column != null) {
                renamed.fields.put(others.get(i).toLowerCase(Locale.ROOT), column);
            }
        }
        return renamed;
    }

    /** Those of a field; all of one that is not named. */
    private NeededFields of(String name) {
        return fields.getOrDefault(name.toLowerCase(Locale.ROOT), ALL);
    }

    /** Returns the part of a file's column to read, by the table's name for it. */
    public Type of(String column, Type stored, TypeInfo inTable) {
        return of(column).kept(stored, inTable);
    }

    private Type kept(Type stored, TypeInfo inTable) {
        boolean isPart = !isWhole
                && !fields.isEmpty()
                && stored.kind() == TypeKind.STRUCT
                && inTable instanceof StructTypeInfo struct
                && struct.getAllStructFieldNames().containsAll(fields.keySet())
                && struct.getAllStructFieldNames().stream().noneMatch(name -> name.contains("."));
        if (!isPart) {
            return stored;
        }
        Map<Integer, Field> kept = new TreeMap<>();
        for (Map.Entry<String, NeededFields> needed : fields.entrySet()) {
            OptionalInt place = FieldNames.find(stored.fields(), needed.getKey());
            if (place.isPresent()) {
                Field field = stored.fields().get(place.getAsInt());
                TypeInfo type = ((StructTypeInfo) inTable).getStructFieldTypeInfo(needed.getKey());
                kept.put(
                        place.getAsInt(),
                        new Field(
                                field.name(),
                                needed.getValue().kept(field.type(), type),
                                field.nullable(),
                                field.fieldId()));
            }
        }
        return Type.struct(new ArrayList<>(kept.values()));
    }
}
