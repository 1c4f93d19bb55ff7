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
package dev.stoa.table.simulation;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.CommitConflictException.Kind;
import dev.stoa.table.internal.log.TableState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a transaction does to the rows of the model. A row has a number of its own that no other row ever has.
 *
 * @param deleted rows
 * @param modified by row and field id, new values
 * @param inserted rows, by number: values by field id
 * @param keys that were inserted, of a table with a key
 * @param overwrites whether all rows go first
 * @param source where all rows come from, if others come back
 * @param schema the columns, if they change
 */
record SimEffect(
        Set<Long> deleted,
        Map<Long, Map<Integer, Object>> modified,
        Map<Long, Map<Integer, Object>> inserted,
        Set<Long> keys,
        boolean overwrites,
        Optional<Source> source,
        Optional<Schema> schema) {

    /** Where the rows of a version come from that takes them from another one. */
    interface Source {
        /** The other version, of what was made from a base. */
        SimVersion of(SimVersion base, TableState made);
    }

    /** Nothing. */
    static SimEffect none() {
        return new SimEffect(
                new HashSet<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new HashSet<>(),
                false,
                Optional.empty(),
                Optional.empty());
    }

    SimEffect withOverwrite() {
        return new SimEffect(deleted, modified, inserted, keys, true, source, schema);
    }

    SimEffect withSource(Source all) {
        return new SimEffect(deleted, modified, inserted, keys, true, Optional.of(all), schema);
    }

    SimEffect withSchema(Schema now) {
        return new SimEffect(deleted, modified, inserted, keys, overwrites, source, Optional.of(now));
    }

    boolean changesRows() {
        return overwrites || !deleted.isEmpty() || !modified.isEmpty() || !inserted.isEmpty();
    }

    boolean isEmpty() {
        return !changesRows() && schema.isEmpty();
    }

    /** The kinds of conflict with an effect that came in between, at a version with a schema. */
    Set<Kind> conflicts(SimEffect theirs, Schema before) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        if ((theirs.overwrites && changesRows()) || (overwrites && theirs.changesRows())) {
            kinds.add(Kind.OVERWRITE);
        }
        if (sameRow(theirs)) {
            kinds.add(Kind.ROW);
        }
        if (keys.stream().anyMatch(theirs.keys::contains)) {
            kinds.add(Kind.KEY);
        }
        if ((schema.isPresent() && theirs.schema.isPresent())
                || theirs.changesFields(fields(), before)
                || changesFields(theirs.fields(), before)) {
            kinds.add(Kind.SCHEMA);
        }
        return kinds;
    }

    /** The kinds of conflict that may be told besides: what a roll back touches is more than what it changes. */
    Set<Kind> excusable(SimEffect theirs) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        if (source.isPresent()) {
            kinds.addAll(EnumSet.of(Kind.OVERWRITE, Kind.SCHEMA));
        }
        if (theirs.source.isPresent() && schema.isPresent()) {
            kinds.add(Kind.SCHEMA);
        }
        return kinds;
    }

    private boolean sameRow(SimEffect theirs) {
        Set<Long> gone = new HashSet<>(deleted);
        gone.retainAll(theirs.deleted);
        boolean same = !gone.isEmpty()
                || deleted.stream().anyMatch(theirs.modified::containsKey)
                || theirs.deleted.stream().anyMatch(modified::containsKey);
        for (Map.Entry<Long, Map<Integer, Object>> row : modified.entrySet()) {
            Set<Integer> both = new HashSet<>(row.getValue().keySet());
            both.retainAll(theirs.modified.getOrDefault(row.getKey(), Map.of()).keySet());
            same |= !both.isEmpty();
        }
        return same;
    }

    private Set<Integer> fields() {
        Set<Integer> fields = new HashSet<>();
        modified.values().forEach(values -> fields.addAll(values.keySet()));
        return fields;
    }

    private boolean changesFields(Set<Integer> ids, Schema before) {
        return schema.isPresent()
                && ids.stream()
                        .anyMatch(id -> !field(before, id)
                                .map(Field::type)
                                .equals(field(schema.get(), id).map(Field::type)));
    }

    static Optional<Field> field(Schema schema, int id) {
        return schema.fields().stream()
                .filter(field -> field.fieldId().getAsInt() == id)
                .findFirst();
    }

    /** The rows after it, given those before, and the version from which all may come. */
    Map<Long, Map<Integer, Object>> apply(Map<Long, Map<Integer, Object>> before, Optional<SimVersion> from) {
        Map<Long, Map<Integer, Object>> rows = new LinkedHashMap<>();
        if (from.isPresent()) {
            rows.putAll(from.get().rows());
        } else if (!overwrites) {
            rows.putAll(before);
        }
        rows.keySet().removeAll(deleted);
        modified.forEach((row, values) -> {
            Map<Integer, Object> now = new HashMap<>(rows.get(row));
            now.putAll(values);
            rows.put(row, now);
        });
        rows.putAll(inserted);
        return rows;
    }

    /** Rows as text, with the columns of a schema. */
    static List<String> texts(Iterable<Map<Integer, Object>> rows, Schema schema) {
        List<String> texts = new ArrayList<>();
        for (Map<Integer, Object> row : rows) {
            List<Object> values = new ArrayList<>();
            schema.fields().forEach(field -> values.add(row.get(field.fieldId().getAsInt())));
            texts.add(values.toString());
        }
        texts.sort(null);
        return texts;
    }
}
