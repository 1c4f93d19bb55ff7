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
package dev.stoa.trino.internal.plan;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.List;

/**
 * A column.
 *
 * @param name as it is stored
 * @param fields the names below it, down to the field of a row that is read; none for the whole column
 * @param type as Trino has it
 * @param isExact whether a filter finds the same values by it in Trino as in a scan
 * @param kind where its values come from
 */
public record StoaColumn(String name, List<String> fields, Type type, boolean isExact, Kind kind)
        implements ColumnHandle {
    /** The fragment of a row in two numbers, and its number in it. */
    private static final RowType ROW_ID_TYPE = RowType.from(List.of(
            RowType.field("high", BigintType.BIGINT),
            RowType.field("low", BigintType.BIGINT),
            RowType.field("row", BigintType.BIGINT)));

    /** Where a row is, for statements that change it. */
    public static final StoaColumn ROW_ID = new StoaColumn("$row_id", List.of(), ROW_ID_TYPE, false, Kind.ROW_ID);
    /** The path of the file of a row. */
    public static final StoaColumn PATH = new StoaColumn("$path", List.of(), VarcharType.VARCHAR, false, Kind.PATH);
    /** The number of a row in its file, from 0 on. */
    public static final StoaColumn POSITION =
            new StoaColumn("$pos", List.of(), BigintType.BIGINT, false, Kind.POSITION);

    /** Where values come from. */
    public enum Kind {
        /** From the columns of the table. */
        STORED,
        /** From the place of the row. */
        ROW_ID,
        /** From the name of the file. */
        PATH,
        /** From the number of the row in its file. */
        POSITION,
        /** The result of a function of all rows. */
        ANSWER
    }

    public StoaColumn {
        fields = List.copyOf(fields);
    }

    public boolean isStored() {
        return kind == Kind.STORED;
    }

    /** Returns the top field of the schema that it is, or is below. */
    public Field topField(Schema schema) {
        return schema.fields().get(schema.indexOf(name).orElseThrow());
    }

    /** How a scan names it. */
    public ColumnPath path() {
        List<String> names = new ArrayList<>(List.of(name));
        names.addAll(fields);
        return new ColumnPath(names);
    }
}
