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
package dev.stoa.cli.internal.print;

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.ScanTrace;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.Range;
import dev.stoa.vio.ReadStats;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Prints the plan of a scan before it runs, and the truth after. */
public final class ExplainPrinter {
    private static final int MAX_STEPS = 30;

    private final PrintWriter out;

    public ExplainPrinter(PrintWriter out) {
        this.out = out;
    }

    public void before(StoaFile file, Scan scan) throws IOException {
        ScanTrace trace = scan.trace();
        ScanStats stats = scan.stats();
        out.println();
        out.printf("Plan for a store like '%s'%n", file.source().profile().name());
        out.print(Counted.text(
                "  rows      %,d of %,d looked at, in %,d zone[s]%n",
                stats.rowsInRange(), stats.rowsTotal(), trace.zones().size()));
        out.print(Counted.text(
                "  zones     %,d pruned by MinMax, %,d to be tested, %,d match[|es] as a whole%n",
                count(trace, ScanTrace.Verdict.PRUNED),
                count(trace, ScanTrace.Verdict.TESTED),
                count(trace, ScanTrace.Verdict.WHOLE)));
        if (stats.rowsByIndex() > 0) {
            out.print(Counted.text("  indexes   leave out %,d row[s] before%n", stats.rowsByIndex()));
        }
        out.printf("  vectors   %,d, %,d of them in pruned zones%n", stats.vectors(), stats.vectorsPruned());
        TextTable columns = new TextTable(List.of("column", "role", ">data", ">may match"));
        for (ScanTrace.Column column : trace.columns()) {
            columns.row(
                    column.path(),
                    column.isTested() ? column.isDelivered() ? "tested, delivered" : "tested" : "delivered",
                    Sizes.text(bytes(column.pruned()) + bytes(column.candidates())),
                    Sizes.text(bytes(column.candidates())));
        }
        columns.print(out);
        if (trace.predicates().ranges() > 0) {
            outlook("predicate columns, at once", trace.predicates());
        }
        outlook("all columns, at once", trace.everything());
        out.flush();
    }

    private static long count(ScanTrace trace, ScanTrace.Verdict verdict) {
        return trace.zones().stream().filter(zone -> zone.verdict() == verdict).count();
    }

    static <T> List<T> first(List<T> all, int most) {
        return all.subList(0, Math.min(most, all.size()));
    }

    static long bytes(List<Range> ranges) {
        return ranges.stream().mapToLong(Range::length).sum();
    }

    private void outlook(String what, ScanTrace.Outlook outlook) {
        out.print(Counted.text(
                "  %s: %,d range[s], %s; %,d request[s], %s, about %.2f ms%n",
                what,
                outlook.ranges(),
                Sizes.text(outlook.bytesAsked()),
                outlook.requests(),
                Sizes.text(outlook.bytesRead()),
                outlook.micros() / 1000));
    }

    public void after(StoaFile file, Scan scan, long nanos) throws IOException {
        ScanTrace trace = scan.trace();
        ScanStats stats = scan.stats();
        ReadStats io = file.source().stats();
        out.println();
        out.println("Truth");
        TextTable table = new TextTable(List.of(
                ">step", "what", ">ranges", ">asked", ">requests", ">read", ">merged over", ">expected", ">waited"));
        int step = 1;
        for (ScanTrace.Fetch fetch : first(trace.fetches(), MAX_STEPS)) {
            long asked = bytes(fetch.asked());
            long read = bytes(fetch.requests());
            table.row(
                    step++,
                    fetch.isMetadata() ? "indexes, MinMax" : "data",
                    fetch.asked().size(),
                    Sizes.text(asked),
                    fetch.requests().size(),
                    Sizes.text(read),
                    Sizes.text(Math.max(0, read - asked)),
                    "%.2f ms".formatted(fetch.expectedMicros() / 1000),
                    "%.2f ms".formatted(fetch.waitedNanos() / 1e6));
        }
        table.print(out);
        if (trace.fetches().size() > MAX_STEPS) {
            out.printf("  and %,d steps more%n", trace.fetches().size() - MAX_STEPS);
        }
        out.printf(
                "  rows      %,d pruned, %,d tested, %,d selected%n",
                stats.rowsPruned(), stats.rowsFiltered(), stats.rowsDelivered());
        out.print(Counted.text(
                "  vectors   %,d pruned, %,d without a selected row, %,d column vector[s] decoded%n",
                stats.vectorsPruned(), stats.vectorsSkipped(), stats.columnVectorsDecoded()));
        out.print(Counted.text(
                "  tested    %,d vector[s] by their frame alone, %,d as they are encoded; %,d of %,d steps with all columns in one plan%n",
                stats.vectorsByFrame(), stats.vectorsEncoded(), stats.stepsInOnePlan(), stats.steps()));
        out.print(Counted.text(
                "  read      %s of %s in %,d request[s] and %,d round trip[s], the tail included%n",
                Sizes.text(io.bytesRead()),
                Sizes.text(file.identity().length()),
                io.requestsIssued(),
                io.roundTrips()));
        out.printf(
                "  time      %.1f ms: %.1f preparing, %.1f reading, %.1f decoding, %.1f filtering%n",
                nanos / 1e6,
                stats.prepareNanos() / 1e6,
                stats.readNanos() / 1e6,
                stats.decodeNanos() / 1e6,
                stats.filterNanos() / 1e6);
        out.flush();
    }
}
