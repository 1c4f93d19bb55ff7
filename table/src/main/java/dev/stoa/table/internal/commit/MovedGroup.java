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
package dev.stoa.table.internal.commit;

import dev.stoa.table.internal.scan.AnchoredGroup;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Finds out where the rows of a group are once it is rewritten: in their order, without those that are deleted. */
public final class MovedGroup implements AnchoredGroup.Order {
    private final AnchoredGroup group;
    private final Map<UUID, Runs> runs = new HashMap<>();
    private final Map<UUID, MovedRows> moved = new HashMap<>();
    private final Map<UUID, Integer> ranges = new HashMap<>();
    private final long start;
    private long slot;

    /** The runs of a fragment, growing. */
    private static final class Runs {
        private long[] firsts = new long[4];
        private long[] slots = new long[4];
        private int count;

        void add(long first, long slot) {
            if (count == firsts.length) {
                firsts = Arrays.copyOf(firsts, 2 * count);
                slots = Arrays.copyOf(slots, 2 * count);
            }
            firsts[count] = first;
            slots[count++] = slot;
        }
    }

    private MovedGroup(AnchoredGroup group, long first) {
        this.group = group;
        this.start = first;
        this.slot = first;
    }

    /** By fragment; the first row of the group comes to the given one. */
    public static Map<UUID, MovedRows> of(AnchoredGroup group, long first) throws IOException {
        MovedGroup order = new MovedGroup(group, first);
        group.inOrder(order);
        return order.moved;
    }

    @Override
    public void rows(UUID fragment, long first, long end) {
        runs.computeIfAbsent(fragment, id -> new Runs()).add(first, slot);
        slot += end - first - deletedWithin(fragment, first, end);
    }

    /** Rows of a fragment ascend. So this checks each deleted range once, or again if a run ends within it. */
    private long deletedWithin(UUID fragment, long first, long end) {
        var deleted = group.members().get(fragment).deleted();
        int range = ranges.getOrDefault(fragment, 0);
        long count = 0;
        while (range < deleted.rangeCount() && deleted.rangeFirst(range) < end) {
            count += Math.max(0, Math.min(end, deleted.rangeEnd(range)) - Math.max(first, deleted.rangeFirst(range)));
            if (deleted.rangeEnd(range) > end) {
                break;
            }
            range++;
        }
        ranges.put(fragment, range);
        return count;
    }

    @Override
    public void end(UUID fragment) {
        Runs of = runs.getOrDefault(fragment, new Runs());
        AnchoredGroup.Member member = group.members().get(fragment);
        moved.put(
                fragment,
                new MovedRows(
                        Arrays.copyOf(of.firsts, of.count),
                        Arrays.copyOf(of.slots, of.count),
                        member.fragment().rows(),
                        start,
                        slot,
                        member.deleted()));
    }
}
