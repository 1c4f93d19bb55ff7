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

import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.data.Record;

/** The values of Iceberg's records as the plain Java objects that {@link dev.stoa.writer.JavaRows} takes, in memory of their own. */
final class IcebergValues {
    private IcebergValues() {}

    /** Returns the values of the first columns of a record. */
    static Object[] values(Record row, int columns) {
        Object[] values = new Object[columns];
        for (int i = 0; i < columns; i++) {
            values[i] = value(row.get(i));
        }
        return values;
    }

    private static Object value(Object value) {
        if (value instanceof Record struct) {
            return values(struct, struct.size());
        } else if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(value(element)));
            return elements;
        } else if (value instanceof Map<?, ?> map) {
            List<Map.Entry<Object, Object>> entries = new ArrayList<>();
            map.forEach((key, of) -> entries.add(new AbstractMap.SimpleEntry<>(value(key), value(of))));
            return entries;
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        } else if (value instanceof OffsetDateTime instant) {
            return instant.toInstant();
        }
        return value;
    }
}
