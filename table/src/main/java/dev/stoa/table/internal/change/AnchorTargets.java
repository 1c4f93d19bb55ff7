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
package dev.stoa.table.internal.change;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.internal.value.ValueOrder;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The fragments of a sorted table that can host the rows of others: those that are no guests themselves. They are found by
 * the bounds of the first sort column, which the log has.
 */
final class AnchorTargets {
    private final ValueOrder order;
    private final List<Host> bounded = new ArrayList<>();
    private Optional<Fragment> unbounded = Optional.empty();

    private record Host(Fragment fragment, ColumnVector min, ColumnVector max) {}

    AnchorTargets(Snapshot snapshot, Field first, Optional<String> partition) throws IOException {
        this.order = new ValueOrder(first.type());
        Set<UUID> guests = new HashSet<>();
        for (Fragment fragment : snapshot.fragments()) {
            fragment.sidecars().forEach(sidecar -> sidecar.inserted().ifPresent(guests::add));
        }
        for (Fragment fragment : snapshot.fragments()) {
            if (guests.contains(fragment.id())
                    || fragment.rows() == 0
                    || !fragment.partition().equals(partition)) {
                continue;
            }
            Optional<ColumnBounds> bounds =
                    snapshot.bounds(fragment, first.fieldId().getAsInt());
            Optional<ColumnVector> min = bounds.flatMap(ColumnBounds::min);
            Optional<ColumnVector> max = bounds.flatMap(ColumnBounds::max);
            if (min.isPresent() && max.isPresent()) {
                bounded.add(new Host(fragment, min.get(), max.get()));
            } else {
                unbounded = Optional.of(fragment);
            }
        }
        bounded.sort((a, b) -> order.compare(a.min, 0, b.min, 0));
    }

    /** Returns the fragment whose values enclose one, if any. */
    Optional<Fragment> of(ColumnVector values, int row) {
        if (values.isNull(row)) {
            return Optional.empty();
        }
        int low = 0;
        int high = bounded.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(bounded.get(middle).min, 0, values, row) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        boolean within = low > 0 && order.compare(values, row, bounded.get(low - 1).max, 0) <= 0;
        return within ? Optional.of(bounded.get(low - 1).fragment) : unbounded;
    }
}
