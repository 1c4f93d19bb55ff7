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
package dev.stoa.trino.internal.metadata;

import dev.stoa.format.Field;
import dev.stoa.table.RequiredColumns;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.type.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The columns of a table as Trino sees them. */
final class TableColumns {
    private final TrinoTypes types;

    TableColumns(TrinoTypes types) {
        this.types = types;
    }

    /** The handles by name, with those of hidden columns. */
    Map<String, ColumnHandle> handles(Snapshot snapshot) {
        Map<String, ColumnHandle> columns = new LinkedHashMap<>();
        for (Field field : snapshot.schema().fields()) {
            StoaColumn column = column(field);
            ColumnHandle other = columns.put(field.name().toLowerCase(Locale.ENGLISH), column);
            if (other != null) {
                throw new TrinoException(
                        StandardErrorCode.AMBIGUOUS_NAME,
                        "the columns '" + ((StoaColumn) other).name() + "' and '" + field.name()
                                + "' have the same name in Trino, which has small letters only: rename one");
            }
        }
        columns.putIfAbsent(StoaColumn.PATH.name(), StoaColumn.PATH);
        columns.putIfAbsent(StoaColumn.POSITION.name(), StoaColumn.POSITION);
        return columns;
    }

    private StoaColumn column(Field field) {
        Type type = types.type(field.type(), field.name());
        return new StoaColumn(field.name(), List.of(), type, Filters.areExact(field, type), StoaColumn.Kind.STORED);
    }

    /** The stored columns, as statements show them. */
    List<ColumnMetadata> stored(Snapshot snapshot) {
        RequiredColumns required = RequiredColumns.of(snapshot);
        return snapshot.schema().fields().stream()
                .map(field -> shown(snapshot, field, required))
                .toList();
    }

    /** One column, as statements show it. */
    ColumnMetadata one(Snapshot snapshot, StoaColumn column) {
        if (!column.isStored()) {
            return hidden(column);
        }
        if (!column.fields().isEmpty()) {
            return new ColumnMetadata(column.path().toString(), column.type());
        }
        return shown(snapshot, column.topField(snapshot.schema()), RequiredColumns.of(snapshot));
    }

    static ColumnMetadata hidden(StoaColumn column) {
        return ColumnMetadata.builder()
                .setName(column.name())
                .setType(column.type())
                .setHidden(true)
                .build();
    }

    private ColumnMetadata shown(Snapshot snapshot, Field field, RequiredColumns required) {
        String comment = TableProperties.commentOf(field.fieldId().orElseThrow());
        return ColumnMetadata.builder()
                .setName(field.name())
                .setType(types.type(field.type(), field.name()))
                .setNullable(!required.has(field))
                .setComment(Optional.ofNullable(snapshot.properties().other().get(comment)))
                .build();
    }
}
