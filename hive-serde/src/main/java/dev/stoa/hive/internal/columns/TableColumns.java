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
import dev.stoa.format.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.IOConstants;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * The columns of a table that its files hold, and the requested ones.
 *
 * @param names of all columns, without those of partitions
 * @param types likewise
 * @param needed ordinals of the requested ones, ascending
 * @param fields which fields of theirs are
 */
public record TableColumns(List<String> names, List<TypeInfo> types, int[] needed, NeededFields fields) {
    /** The name of a column that files are known not to have. */
    static final String ABSENT = "";

    /**
     * The columns as the plan of a task, or of a fetch, has them.
     *
     * @throws IllegalArgumentException if the plan does not say them
     */
    public static TableColumns of(Configuration plan) {
        String names = plan.get(IOConstants.SCHEMA_EVOLUTION_COLUMNS);
        String types = plan.get(IOConstants.SCHEMA_EVOLUTION_COLUMNS_TYPES);
        if (names == null || types == null) {
            names = plan.get(IOConstants.COLUMNS);
            types = plan.get(IOConstants.COLUMNS_TYPES);
        }
        if (names == null || types == null) {
            throw new IllegalArgumentException("the plan says no columns: neither "
                    + IOConstants.SCHEMA_EVOLUTION_COLUMNS + " nor " + IOConstants.COLUMNS + " is set");
        }
        List<String> all = names.isEmpty() ? List.of() : Arrays.asList(names.split(",", -1));
        List<TypeInfo> infos = SessionZone.of(plan, TypeInfoUtils.getTypeInfosFromTypeString(types));
        int count = Math.min(all.size(), infos.size());
        return new TableColumns(
                all.subList(0, count), infos.subList(0, count), needed(plan, count), NeededFields.of(plan));
    }

    /** Returns the columns in a table's properties; all are requested. */
    public static TableColumns of(Properties table) {
        String names = table.getProperty(serdeConstants.LIST_COLUMNS, "");
        String delimiter = table.getProperty(serdeConstants.COLUMN_NAME_DELIMITER, ",");
        String types = table.getProperty(serdeConstants.LIST_COLUMN_TYPES, "");
        List<String> all = names.isEmpty() ? List.of() : Arrays.asList(names.split(delimiter, -1));
        int[] needed = new int[all.size()];
        Arrays.setAll(needed, i -> i);
        return new TableColumns(
                all, TypeInfoUtils.getTypeInfosFromTypeString(types), needed, NeededFields.of(Set.of()));
    }

    /**
     * Returns the same columns under the names that they had in another version of their table.
     *
     * @param now the columns of the version with these names
     * @param then the columns of the other version. One that it lacks gets the name {@link #ABSENT}. Of a table that was replaced
     *     since, a column keeps its name
     */
    public TableColumns named(Schema now, Schema then) {
        List<String> older = new ArrayList<>();
        for (String name : names) {
            OptionalInt at = FieldNames.find(now.fields(), name);
            OptionalInt id = at.isPresent() ? now.fields().get(at.getAsInt()).fieldId() : OptionalInt.empty();
            Optional<Field> there = id.isPresent() ? then.field(id.getAsInt()) : Optional.empty();
            older.add(there.map(Field::name).orElse(isReplaced(now, then, name) ? name : ABSENT));
        }
        return new TableColumns(older, types, needed, fields.renamed(names, older));
    }

    /** Whether another version has a column of this name that no column of this one comes from. */
    private static boolean isReplaced(Schema now, Schema then, String name) {
        OptionalInt at = FieldNames.find(then.fields(), name);
        return at.isPresent()
                && now.fields().stream()
                        .noneMatch(field -> field.fieldId()
                                .equals(then.fields().get(at.getAsInt()).fieldId()));
    }

    /** Hive appends to the list for each table of a task, so columns may occur more than once. */
    private static int[] needed(Configuration plan, int count) {
        if (ColumnProjectionUtils.isReadAllColumns(plan)) {
            int[] all = new int[count];
            Arrays.setAll(all, i -> i);
            return all;
        }
        return new TreeSet<>(ColumnProjectionUtils.getReadColumnIDs(plan))
                .headSet(count).stream().mapToInt(Integer::intValue).toArray();
    }
}
