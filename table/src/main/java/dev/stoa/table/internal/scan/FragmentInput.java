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

import dev.stoa.reader.DividedInput;
import dev.stoa.reader.PreparedScan;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.Fragment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A fragment as what is scanned: its rows in their order. */
public final class FragmentInput implements DividedInput {
    private final ScanRequest request;
    private final Fragment fragment;
    private final KeptScans kept;
    private Optional<FragmentPlan> opened = Optional.empty();

    public FragmentInput(ScanRequest request, Fragment fragment, KeptScans kept) {
        this.request = request;
        this.fragment = fragment;
        this.kept = kept;
    }

    @Override
    public Divided open(Division how) throws IOException {
        Optional<KeptScan> inMemory = kept.of(fragment);
        if (inMemory.isPresent()) {
            request.limits().reads().count(fragment.toString(), fragment.rows(), 0);
            return new Divided(List.of(inMemory::get), ScanStats.NONE);
        }
        FragmentPlan plan = request.open(fragment);
        opened = Optional.of(plan);
        List<Part> parts = new ArrayList<>();
        Optional<PreparedScan> whole = plan.whole().map(scan -> scan.withStepsUpTo(how.stepBytes()));
        for (RowRanges rows : plan.parts(how)) {
            parts.add(() -> whole.isPresent() ? whole.get().scan(rows) : plan.scan(rows, how.stepBytes()));
        }
        return new Divided(parts, plan.stats());
    }

    @Override
    public void close() throws IOException {
        if (opened.isPresent()) {
            opened.get().close();
        }
    }
}
