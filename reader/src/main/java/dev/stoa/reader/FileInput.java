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
package dev.stoa.reader;

import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.plan.ScanPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A file of a parallel scan: planned once, each part a scan of its own over the same open file. */
final class FileInput implements DividedInput {
    private final ScanInput input;
    private final Planner planner;

    /** Resolves a scan. */
    interface Planner {
        Planned plan(ScanBuilder builder, ScanCounters counters) throws IOException;
    }

    /**
     * An input, resolved.
     *
     * @param plan of all
     * @param rows those that must be read
     */
    record Planned(ScanPlan plan, RowRanges rows) {}

    FileInput(ScanInput input, Planner planner) {
        this.input = input;
        this.planner = planner;
    }

    /** All inputs. The scan reads all matching rows of each. */
    static List<DividedInput> all(List<ScanInput> inputs) {
        List<DividedInput> all = new ArrayList<>();
        for (ScanInput input : inputs) {
            all.add(new FileInput(input, (builder, counters) -> {
                ScanPlan plan = builder.plan(false, counters);
                return new Planned(plan, plan.rows());
            }));
        }
        return all;
    }

    @Override
    public Divided open(Division how) throws IOException {
        ScanBuilder builder = input.open();
        boolean done = false;
        try {
            ScanCounters counters = new ScanCounters();
            Planned planned = planner.plan(builder, counters);
            ScanPlan plan = planned.plan();
            ScanStats stats =
                    counters.snapshot(plan.rowSet().rows(), plan.rows().count());
            PreparedScan scan = new PreparedScan(plan.withRows(planned.rows()), stats).withStepsUpTo(how.stepBytes());
            List<Part> parts = new ArrayList<>();
            for (RowRanges rows : scan.parts(how.parts())) {
                parts.add(() -> scan.scan(rows));
            }
            done = true;
            return new Divided(parts, stats);
        } finally {
            if (!done) {
                input.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
