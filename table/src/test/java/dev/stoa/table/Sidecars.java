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

import dev.stoa.delta.Anchors;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.StructVector;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Writes sidecars for tests. */
public final class Sidecars {
    private Sidecars() {}

    public static void delete(Transaction transaction, Folder folder, UUID fragment, long... rows) throws IOException {
        change(transaction, folder, fragment, RowRanges.of(rows), Map.of());
    }

    /** Sets a column of rows to values. */
    public static void modify(Transaction transaction, Folder folder, UUID fragment, String column, Map<Long, ?> values)
            throws IOException {
        change(transaction, folder, fragment, RowRanges.of(), Map.of(column, new TreeMap<>(values)));
    }

    public static void change(
            Transaction transaction,
            Folder folder,
            UUID fragment,
            RowRanges deleted,
            Map<String, ? extends SortedMap<Long, ?>> modified)
            throws IOException {
        long rows = transaction.snapshot().fragment(fragment).orElseThrow().rows();
        List<Field> fields = transaction
                .snapshot()
                .schema()
                .select(List.copyOf(modified.keySet()))
                .fields();
        String path = transaction.newSidecar();
        try (SidecarWriter writer = SidecarWriter.create(
                folder.create(path, SinkOptions.DEFAULT),
                new SidecarTarget(
                        fragment.toString(), rows, transaction.snapshot().version()),
                fields,
                WriterOptions.DEFAULT)) {
            writer.delete(deleted);
            for (Field field : fields) {
                SortedMap<Long, ?> values = modified.get(field.name());
                writer.modify(field.fieldId().getAsInt(), longs(values.keySet()), vector(field, values.values()));
            }
            writer.finish();
        }
        transaction.addSidecar(fragment, path, Optional.empty());
    }

    /**
     * Inserts rows among those of a fragment.
     *
     * @param positions the row of the fragment that each new row precedes, in ascending order; rows may repeat
     */
    public static UUID insert(Transaction transaction, Folder folder, UUID host, long[] positions, Object[]... rows)
            throws IOException {
        UUID guest = Rows.insert(transaction, folder, rows);
        TreeMap<Long, Long> counts = new TreeMap<>();
        for (long position : positions) {
            counts.merge(position, 1L, Long::sum);
        }
        Snapshot snapshot = transaction.snapshot();
        SidecarTarget target = new SidecarTarget(
                host.toString(), snapshot.fragment(host).orElseThrow().rows(), snapshot.version());
        String path = transaction.newSidecar();
        try (SidecarWriter writer = SidecarWriter.create(
                folder.create(path, SinkOptions.DEFAULT), target, List.of(), WriterOptions.DEFAULT)) {
            writer.anchor(Anchors.of(longs(counts.keySet()), longs(counts.values())));
            writer.finish();
        }
        transaction.addSidecar(host, path, Optional.of(guest));
        return guest;
    }

    private static long[] longs(Collection<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    private static ColumnVector vector(Field field, Collection<?> values) {
        if (field.type().kind() != TypeKind.STRUCT) {
            return Cells.vector(field.type(), new ArrayList<>(values));
        }
        List<ColumnVector> fields = new ArrayList<>();
        for (int i = 0; i < field.type().fields().size(); i++) {
            int at = i;
            fields.add(vector(
                    field.type().fields().get(i),
                    values.stream().map(row -> ((Object[]) row)[at]).toList()));
        }
        return new StructVector(field.type(), fields, ColumnVector.NO_NULLS, values.size());
    }
}
