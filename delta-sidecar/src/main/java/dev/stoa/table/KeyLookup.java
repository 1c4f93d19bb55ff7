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
package dev.stoa.table;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds rows by their keys: a scan of the key's columns, filtered by the values that are looked for, so that files and zones
 * whose bounds have none of them are not read.
 */
final class KeyLookup {
    private final Optional<Work> work;
    private final Snapshot snapshot;
    private final RowKeys keys;
    private final List<UUID> fragments;

    /** Is told where a key is. */
    interface Found {
        void at(int key, Fragment fragment, long row) throws IOException;
    }

    /** A part of an operation, which tells how far it is. */
    KeyLookup(Work work, RowKeys keys) {
        this(
                Optional.of(work),
                work.snapshot(),
                keys,
                work.snapshot().fragments().stream().map(Fragment::id).toList());
    }

    /** One that looks in some fragments only. */
    KeyLookup(Snapshot snapshot, RowKeys keys, List<UUID> fragments) {
        this(Optional.empty(), snapshot, keys, fragments);
    }

    private KeyLookup(Optional<Work> work, Snapshot snapshot, RowKeys keys, List<UUID> fragments) {
        this.work = work;
        this.snapshot = snapshot;
        this.keys = keys;
        this.fragments = fragments;
    }

    /**
     * Looks all keys of a batch up.
     *
     * @param batch whose rows they are of
     * @param wanted the same keys, by their numbers
     */
    void find(Batch batch, KeyMap wanted, Found found) throws IOException {
        List<Filter> conditions = new ArrayList<>();
        for (Field field : keys.fields()) {
            condition(field, batch).ifPresent(conditions::add);
        }
        TableScanBuilder builder = snapshot.scan()
                .select(keys.fields().stream()
                        .map(field -> ColumnPath.of(field.name()))
                        .toList())
                .fragments(fragments);
        if (!conditions.isEmpty()) {
            builder.filter(new Filter.And(conditions));
        }
        RowKeys key = new RowKeys(keys.fields());
        work.ifPresent(Work::startScan);
        try (TableScan scan = builder.build()) {
            while (scan.next()) {
                if (work.isPresent()) {
                    work.get().cameBy(scan);
                }
                Batch rows = scan.batch();
                List<ColumnVector> columns = key.columns(rows);
                for (int i = 0; i < rows.selectedCount(); i++) {
                    int row = rows.selected(i);
                    if (columns.stream().anyMatch(column -> column.isNull(row))) {
                        continue;
                    }
                    key.read(columns, row);
                    int number = wanted.find(key);
                    if (number >= 0) {
                        found.at(number, scan.fragment(), rows.firstRow() + row);
                    }
                }
            }
        }
    }

    private static Optional<Filter> condition(Field field, Batch batch) {
        ColumnVector values = batch.column(batch.schema().indexOf(field.name()).orElseThrow());
        List<Object> literals = new ArrayList<>();
        for (int i = 0; i < batch.rowCount(); i++) {
            Optional<Object> literal = literal(values, i);
            if (literal.isEmpty()) {
                return Optional.empty();
            }
            literals.add(literal.get());
        }
        return Optional.of(new Filter.In(ColumnPath.of(field.name()), literals));
    }

    /** A value that is not null as a filter takes it, if filters take values of its type. */
    static Optional<Object> literal(ColumnVector values, int row) {
        Type type = values.type();
        long number = number(values, row);
        Object literal = switch (type.kind()) {
            case BOOLEAN -> ((BooleanVector) values).values()[row] != 0;
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> number;
            case UINT64 -> new BigInteger(Long.toUnsignedString(number));
            case FLOAT32 -> (double) ((FloatVector) values).values()[row];
            case FLOAT64 -> ((DoubleVector) values).values()[row];
            case DECIMAL -> new BigDecimal(unscaled(values, row), type.scale());
            case DATE -> LocalDate.ofEpochDay(number);
            case STRING, VARCHAR, CHAR, JSON, ENUM -> ((BytesVector) values).getString(row);
            case BINARY, FIXED, BSON -> ((BytesVector) values).get(row);
            case UUID -> uuid(((BytesVector) values).get(row));
            default -> null;
        };
        return Optional.ofNullable(literal);
    }

    private static BigInteger unscaled(ColumnVector values, int row) {
        if (values instanceof BytesVector v) {
            return new BigInteger(v.get(row));
        }
        return values instanceof Int128Vector v ? v.get(row) : BigInteger.valueOf(number(values, row));
    }

    private static long number(ColumnVector values, int row) {
        return values instanceof IntVector v ? v.values()[row] : values instanceof LongVector v ? v.values()[row] : 0;
    }

    private static UUID uuid(byte[] bytes) {
        ByteBuffer id = ByteBuffer.wrap(bytes);
        return new UUID(id.getLong(), id.getLong());
    }
}
