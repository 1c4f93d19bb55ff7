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

import dev.stoa.format.EncodingProfile;
import dev.stoa.reader.EncodingReasons;
import dev.stoa.reader.EncodingReasons.Candidate;
import dev.stoa.reader.EncodingReasons.Reason;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints why blocks are encoded as they are. */
public final class ReasonPrinter {
    /** A column whose encodings change more often is cut short. */
    private static final int MAX_REASONS = 8;

    private final PrintWriter out;
    private Optional<Reason> last = Optional.empty();
    private int printed;
    private int left;

    private ReasonPrinter(PrintWriter out) {
        this.out = out;
    }

    /** Prints all reasons of a file. */
    public static void print(StoaFile file, EncodingProfile profile, PrintWriter out) throws IOException {
        ReasonPrinter printer = new ReasonPrinter(out);
        EncodingReasons.of(file, profile, printer::add);
        printer.endColumn();
    }

    private void add(Reason reason) {
        if (last.isPresent() && !last.get().path().equals(reason.path())) {
            endColumn();
        }
        last = Optional.of(reason);
        if (printed == MAX_REASONS) {
            left++;
            return;
        }
        printed++;
        print(reason);
    }

    private void endColumn() {
        if (left > 0) {
            out.printf(
                    Locale.ROOT, "%n%s: %,d changes more%n", last.orElseThrow().path(), left);
        }
        printed = 0;
        left = 0;
    }

    private void print(Reason reason) {
        int lastBlock = reason.firstBlock() + reason.blocks() - 1;
        out.print(Counted.text(
                "%n%s %s, %s: %,d vector[s] as %s%n",
                reason.path(),
                reason.field().type(),
                reason.blocks() == 1
                        ? "block " + reason.firstBlock()
                        : "blocks " + reason.firstBlock() + " to " + lastBlock,
                reason.vectors(),
                reason.encoding()));
        out.print(Counted.text("the first vector: %,d row[s], stored in %,d byte[s]", reason.rows(), reason.bytes()));
        if (reason.candidates().isEmpty()) {
            out.println(reason.chosen().isEmpty() ? "; its values are too large to weigh" : "");
            return;
        }
        out.println(reason.chosen().equals(reason.encoding()) ? "" : "; by itself it would be " + reason.chosen());
        TextTable table = new TextTable(List.of("", "part", "candidate", ">bytes", ">weight", ">cost"));
        List<Candidate> all = reason.candidates();
        for (int i = 0; i < all.size(); i++) {
            Candidate c = all.get(i);
            table.row(
                    isCheapest(i, all) ? "*" : "",
                    c.part(),
                    c.encoding(),
                    String.format(Locale.ROOT, "%,d", c.bytes()),
                    String.format(Locale.ROOT, "%.1f%%", c.weight() / 10.0),
                    String.format(Locale.ROOT, "%,d", c.cost()));
        }
        table.print(out);
    }

    /** Whether it is the first of the cheapest candidates for its part. */
    private static boolean isCheapest(int candidate, List<Candidate> all) {
        Candidate mine = all.get(candidate);
        for (int i = 0; i < all.size(); i++) {
            Candidate other = all.get(i);
            boolean wins = i < candidate ? other.cost() <= mine.cost() : other.cost() < mine.cost();
            if (i != candidate && wins && other.part().equals(mine.part())) {
                return false;
            }
        }
        return true;
    }
}
