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
package dev.stoa.cli.internal.tables;

import dev.stoa.format.StoaException;
import dev.stoa.interop.StoredCalendar;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The values of Iceberg's records as the plain Java objects that {@link dev.stoa.writer.JavaRows} takes, in memory of their own.
 *
 * @param calendar of dates and instants, which Iceberg's library reads as they are stored; absent if the rows have none
 * @param ofPartitions the ids of fields whose values the table's metadata has
 */
record IcebergValues(Optional<StoredCalendar> calendar, Set<Integer> ofPartitions) {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long NANOS_PER_MICRO = 1000;

    /** Returns the values of the first columns of a record. */
    Object[] values(Record row, int columns) throws StoaException {
        Object[] values = new Object[columns];
        for (int i = 0; i < columns; i++) {
            Types.NestedField field = row.struct().fields().get(i);
            boolean isStored = !ofPartitions.contains(field.fieldId());
            values[i] = value(row.get(i), field.type(), isStored ? calendar : Optional.empty());
        }
        return values;
    }

    private Object value(Object value, Type type, Optional<StoredCalendar> stored) throws StoaException {
        if (value instanceof Record struct) {
            return values(struct, struct.size());
        } else if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            for (Object element : list) {
                elements.add(value(element, type.asListType().elementType(), stored));
            }
            return elements;
        } else if (value instanceof Map<?, ?> map) {
            Types.MapType types = type.asMapType();
            List<Map.Entry<Object, Object>> entries = new ArrayList<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                entries.add(new AbstractMap.SimpleEntry<>(
                        value(entry.getKey(), types.keyType(), stored),
                        value(entry.getValue(), types.valueType(), stored)));
            }
            return entries;
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        } else if (value instanceof OffsetDateTime instant) {
            return instant(instant, stored);
        } else if (value instanceof LocalDateTime time && type.equals(Types.TimestampType.withZone())) {
            return instant(time.atOffset(ZoneOffset.UTC), stored); // a file of Avro that Iceberg has not written
        } else if (value instanceof LocalDate day && stored.isPresent()) {
            return LocalDate.ofEpochDay(stored.get().day(Math.toIntExact(day.toEpochDay())));
        }
        return value;
    }

    private static Instant instant(OffsetDateTime time, Optional<StoredCalendar> stored) throws StoaException {
        return stored.isPresent() ? rebased(time.toInstant(), stored.get()) : time.toInstant();
    }

    private static Instant rebased(Instant instant, StoredCalendar stored) throws StoaException {
        long micros = stored.micros(Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND), instant.getNano() / NANOS_PER_MICRO));
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND),
                Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO + instant.getNano() % NANOS_PER_MICRO);
    }
}
