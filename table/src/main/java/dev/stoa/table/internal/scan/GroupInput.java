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

import dev.stoa.format.Schema;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.Fragment;
import dev.stoa.vio.internal.disk.Closing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A fragment with its guests, as an input of a scan in order. The anchors give the places of rows, so no values are
 * compared. It is divided by rows of the host. A fragment's files are opened for its first row, and closed after its last.
 */
final class GroupInput implements DividedInput {
    private final ScanRequest request;
    private final UUID host;
    private final List<Fragment> fragments;
    private final Map<Integer, FragmentPlan> open = new HashMap<>();
    private int[] uses = new int[0];
    private long stepBytes;

    /**
     * A group.
     *
     * @param fragments those of it that are read, perhaps without the host
     */
    GroupInput(ScanRequest request, UUID host, List<Fragment> fragments) {
        this.request = request;
        this.host = host;
        this.fragments = fragments;
    }

    @Override
    public Divided open(Division how) throws IOException {
        stepBytes = how.stepBytes();
        MergeOrder runs = new MergeOrder(fragments.stream().map(Fragment::id).toList());
        AnchoredGroup.read(request.image(), host, request.image().version()).inOrder(runs);
        boolean done = false;
        try {
            List<MergeOrder> cut = how.parts() == 1 ? List.of(runs) : cut(runs, how);
            uses = new int[fragments.size()];
            for (MergeOrder part : cut) {
                boolean[] used = new boolean[uses.length];
                for (int run = 0; run < part.size(); run++) {
                    used[part.member(run)] = true;
                }
                for (int i = 0; i < used.length; i++) {
                    uses[i] += used[i] ? 1 : 0;
                }
            }
            done = true;
            List<Part> parts = new ArrayList<>();
            cut.forEach(part -> parts.add(() -> new GroupScan(this, part)));
            return new Divided(parts, ScanStats.NONE);
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /** Cuts by rows of the largest fragment, which is the host unless that is not read. */
    private List<MergeOrder> cut(MergeOrder runs, Division how) throws IOException {
        int largest = 0;
        for (int i = 1; i < fragments.size(); i++) {
            largest = fragments.get(i).rows() > fragments.get(largest).rows() ? i : largest;
        }
        List<RowRanges> parts = plan(largest).parts(how);
        long[] rows = parts.stream().skip(1).mapToLong(RowRanges::first).toArray();
        return runs.cut(largest, rows);
    }

    private synchronized FragmentPlan plan(int member) throws IOException {
        FragmentPlan plan = open.get(member);
        if (plan == null) {
            plan = request.open(fragments.get(member));
            open.put(member, plan);
        }
        return plan;
    }

    Schema schema() {
        return request.schema();
    }

    /** Scans some consecutive rows of a fragment. */
    FragmentScan scan(int member, long first, long end) throws IOException {
        FragmentPlan plan = plan(member);
        return plan.scan(plan.rows().within(first, end), stepBytes);
    }

    /** Ends a part's use of a fragment. After the last part, returns the counts of opening it. */
    synchronized ScanStats release(int member) throws IOException {
        uses[member]--;
        FragmentPlan plan = uses[member] == 0 ? open.remove(member) : null;
        if (plan == null) {
            return ScanStats.NONE;
        }
        plan.close();
        return plan.stats();
    }

    @Override
    public synchronized void close() throws IOException {
        List<FragmentPlan> plans = List.copyOf(open.values());
        open.clear();
        Arrays.fill(uses, 0);
        Closing.all(plans);
    }
}
