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
package dev.stoa.table.internal.schema;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.ValueText;
import dev.stoa.format.internal.index.ValueHash;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/**
 * The keys of rows as bytes that are the same where the values are, and their hashes (docs/adr/0059). Each column adds the bytes
 * of its value, after their number as 4 bytes for all columns except the last.
 */
public final class RowKeys {
    private final List<Field> fields;
    private final ValueHash value = new ValueHash();
    private byte[] bytes = new byte[64];
    private int length;
    private long hash;

    /** Keys of these columns, in this order. */
    public RowKeys(List<Field> fields) {
        this.fields = List.copyOf(fields);
    }

    /**
     * The columns that make the declared key of a table.
     *
     * @param table for messages
     * @throws TableException if one of them is not a top-level column
     */
    public static List<Field> fields(TableSchema schema, TableProperties declared, Object table) throws TableException {
        List<Field> fields = new ArrayList<>();
        for (int id : declared.key()) {
            fields.add(schema.topField(id)
                    .orElseThrow(() -> new TableException(
                            table + ": a column of the key is in a struct: its rows can't be looked up by key")));
        }
        return fields;
    }

    public List<Field> fields() {
        return fields;
    }

    /** The vectors of the key's columns. */
    public List<ColumnVector> columns(Batch batch) {
        Schema schema = batch.schema();
        return fields.stream()
                .map(field -> batch.column(schema.indexOf(field.name()).orElseThrow()))
                .toList();
    }

    /** Goes to the key of a row. None of its columns is null. */
    public void read(List<ColumnVector> columns, int row) {
        length = 0;
        hash = 0;
        int left = columns.size();
        for (ColumnVector column : columns) {
            value.read(column, row);
            hash = value.hash(hash);
            if (--left > 0) {
                addLength(value.length());
            }
            room(value.length());
            System.arraycopy(value.data(), value.start(), bytes, length, value.length());
            length += value.length();
        }
    }

    /**
     * Passes the key of a row, without a null in it.
     *
     * @throws TableException if one is
     */
    public void checkNulls(Object table, List<ColumnVector> columns, int row) throws TableException {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).isNull(row)) {
                throw new TableException(table + ": column '" + fields.get(i).name()
                        + "' is part of the key, but null in a row; nothing was changed");
            }
        }
    }

    /** The key of a row, for messages. */
    public String text(List<ColumnVector> columns, int row) {
        StringJoiner text = new StringJoiner(", ");
        for (int i = 0; i < columns.size(); i++) {
            text.add(fields.get(i).name() + " = " + ValueText.of(columns.get(i), row));
        }
        return text.toString();
    }

    /** The hash of the key (format-spec, section 4.1). */
    long hash() {
        return hash;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    private void addLength(int count) {
        room(Integer.BYTES);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (count >>> shift);
        }
    }

    private void room(int more) {
        if (Math.addExact(length, more) > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, 2L * (length + more)));
        }
    }
}
