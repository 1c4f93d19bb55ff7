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
package dev.stoa.table.internal.scan;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The sort columns of rows of some fragments of a sorted table, deleted ones too. For one thread. */
final class SortKeys {
    private final TableImage image;
    private final RowOrder order;
    private final Map<UUID, List<ColumnVector>> keys = new HashMap<>();

    SortKeys(TableImage image) throws IOException {
        this.image = image;
        this.order = image.order();
    }

    /** Whether the table is sorted at all. */
    boolean isEmpty() {
        return order.isEmpty();
    }

    /** Reads those of a fragment, all of them: it must be small enough for memory, as what is inserted at once is. */
    void read(Fragment fragment) throws IOException {
        if (keys.containsKey(fragment.id())) {
            return;
        }
        List<TableColumn> columns = order.fields().stream()
                .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                .toList();
        try (FragmentScan scan = FragmentScan.withDeleted(image, fragment, columns)) {
            RowBuffer rows = new RowBuffer(new Schema(order.fields()));
            while (scan.next()) {
                rows.append(scan.batch());
            }
            keys.put(fragment.id(), order.vectors(rows.batch()));
        }
    }

    /** Compares two rows of fragments that were read. */
    int compare(UUID a, long rowOfA, UUID b, long rowOfB) {
        return order.compare(keys.get(a), (int) rowOfA, keys.get(b), (int) rowOfB);
    }
}
