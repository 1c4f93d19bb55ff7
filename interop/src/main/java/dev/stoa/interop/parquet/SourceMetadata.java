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
package dev.stoa.interop.parquet;

import dev.stoa.format.StoaException;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The kept parts of a Parquet file other than its values: its metadata, and decisions about it as a whole.
 *
 * @param keyValues the key-value metadata
 * @param choices sentences for a person
 */
record SourceMetadata(List<KeyValue> keyValues, List<String> choices) {

    static SourceMetadata of(
            ParquetInput input, SchemaImport imported, FileCalendar calendar, ParquetSourceOptions options)
            throws IOException {
        boolean dates = has(imported, leaf -> leaf.type().kind() == TypeKind.DATE);
        boolean int96 = has(imported, SourceMetadata::isInt96);
        boolean timestamps = has(
                imported,
                leaf -> leaf.type().kind() == TypeKind.TIMESTAMP && leaf.type().utc() && !isInt96(leaf));
        List<KeyValue> kept = new ArrayList<>();
        List<String> choices = new ArrayList<>();
        boolean changed = calendar.changesKeys(dates, timestamps, int96);
        Map<String, String> sorted = new TreeMap<>(input.keys());
        sorted.forEach((key, value) -> {
            if (!key.equals(StoredSchema.KEY) && !(changed && FileCalendar.isCalendarKey(key))) {
                kept.add(new KeyValue(key, Optional.ofNullable(value)));
            }
        });
        if (changed) {
            choices.add("the file counts in a legacy calendar or zone: values are converted, and the metadata keys that"
                    + " say so are left out");
        }
        if (int96) {
            choices.add("INT96 timestamps are read as " + (options.int96Utc() ? "instants in UTC" : "local timestamps")
                    + (calendar.movesInt96ToLocal()
                            ? " of the zone " + calendar.int96Zone() + ", as the file says"
                            : ""));
        }
        if (dates && mayBeOldDrill(input.keys())) {
            choices.add("dates are taken as they are; if a Drill before 1.9 wrote them, they may be shifted");
        }
        if (!leadsBack(input, imported)) {
            kept.add(KeyValue.of(StoredSchema.KEY, StoredSchema.encode(input.schema())));
        }
        return new SourceMetadata(List.copyOf(kept), List.copyOf(choices));
    }

    private static boolean mayBeOldDrill(Map<String, String> keys) {
        return keys.containsKey("drill.version")
                && !keys.containsKey("drill-writer.version")
                && !keys.containsKey("is.date.correct");
    }

    private interface Test {
        boolean holds(ImportNode.Leaf leaf);
    }

    private static boolean has(SchemaImport imported, Test test) {
        return imported.leaves().stream().anyMatch(test::holds);
    }

    private static boolean isInt96(ImportNode.Leaf leaf) {
        return leaf.column().getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT96;
    }

    /** Whether the Stoa schema, mapped to Parquet again, is the file's schema. */
    private static boolean leadsBack(ParquetInput input, SchemaImport imported) {
        try {
            return SchemaExport.map(imported.schema(), false)
                    .getFields()
                    .equals(input.schema().getFields());
        } catch (StoaException e) {
            return false;
        }
    }
}
