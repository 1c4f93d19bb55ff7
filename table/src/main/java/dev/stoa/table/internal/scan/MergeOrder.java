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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The merged order of the rows of a group, as runs of rows of its fragments: 20 bytes for each. */
final class MergeOrder implements AnchoredGroup.Order {
    private final List<UUID> fragments = new ArrayList<>();
    private final Map<UUID, Integer> members = new LinkedHashMap<>();
    private int[] member = new int[16];
    private long[] first = new long[16];
    private long[] end = new long[16];
    private int count;

    /** Runs of these fragments only. */
    MergeOrder(List<UUID> fragments) {
        for (UUID fragment : fragments) {
            members.put(fragment, this.fragments.size());
            this.fragments.add(fragment);
        }
    }

    @Override
    public void rows(UUID fragment, long from, long to) {
        Integer known = members.get(fragment);
        if (known != null) {
            add(known, from, to);
        }
    }

    @Override
    public void end(UUID fragment) {
        // the runs tell
    }

    private void add(int of, long from, long to) {
        if (count > 0 && member[count - 1] == of && end[count - 1] == from) {
            end[count - 1] = to;
            return;
        }
        if (count == member.length) {
            member = Arrays.copyOf(member, 2 * count);
            first = Arrays.copyOf(first, 2 * count);
            end = Arrays.copyOf(end, 2 * count);
        }
        member[count] = of;
        first[count] = from;
        end[count++] = to;
    }

    int size() {
        return count;
    }

    /** The fragment of a run, as a number. */
    int member(int run) {
        return member[run];
    }

    long first(int run) {
        return first[run];
    }

    long end(int run) {
        return end[run];
    }

    /** The largest number of fragments. */
    int members() {
        return fragments.size();
    }

    /** Cuts the runs before rows of a fragment, which ascend. */
    List<MergeOrder> cut(int of, long[] rows) {
        List<MergeOrder> parts = new ArrayList<>();
        MergeOrder part = new MergeOrder(fragments);
        int next = 0;
        for (int run = 0; run < count; run++) {
            long from = first[run];
            while (member[run] == of && next < rows.length && rows[next] < end[run]) {
                if (from < rows[next]) {
                    part.add(of, from, rows[next]);
                }
                from = Math.max(from, rows[next++]);
                parts.add(part);
                part = new MergeOrder(fragments);
            }
            part.add(member[run], from, end[run]);
        }
        parts.add(part);
        return parts;
    }
}
