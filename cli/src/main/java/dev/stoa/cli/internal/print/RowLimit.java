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

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.reader.ParallelResults;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;

/** The number of rows to print. It looks for one row more, to know whether these are all. */
public final class RowLimit {
    private static final long ON_TERMINAL = 100;

    private final long most;
    private final boolean isAsked;
    private final PrintWriter err;
    private boolean isCut;

    private RowLimit(long most, boolean isAsked, PrintWriter err) {
        this.most = most;
        this.isAsked = isAsked;
        this.err = err;
    }

    /**
     * A limit.
     *
     * @param asked the user's option: -1 for all. Without one, a screenful on a terminal, and all elsewhere
     * @param err receives a note if the rows are more than a limit that the user did not set
     */
    public static RowLimit of(Optional<Long> asked, PrintWriter err) {
        long most = asked.orElse(Boolean.getBoolean("stoa.terminal.out") ? ON_TERMINAL : -1);
        if (most < -1) {
            throw CommandException.usage("--limit is " + most + ", must be -1 or more");
        }
        return new RowLimit(most < 0 ? Long.MAX_VALUE : most, asked.isPresent(), err);
    }

    /** The most rows; {@link Long#MAX_VALUE} for all. */
    public long most() {
        return most;
    }

    /** The most rows of a batch that need be rendered. */
    public long renderedOfBatch() {
        return isAsked || most == Long.MAX_VALUE ? most : most + 1;
    }

    /** Prints results up to the limit; returns whether it had a row. */
    public boolean print(ParallelResults<RowRenderer.Rows> results, RowPrinter printer) throws IOException {
        long left = most;
        while ((left > 0 || !isAsked) && !isCut && results.next()) {
            RowRenderer.Rows found = results.get();
            RowRenderer.Rows rows = found.first(left);
            printer.rows(rows);
            left -= rows.count();
            isCut = rows.count() < found.count();
        }
        return left < most;
    }

    /**
     * Says that the limit leaves rows out, unless the user set it.
     *
     * @param rows the number of all rows
     */
    public void tellIfMore(long rows) {
        isCut = rows > most;
        tellIfCut();
    }

    /** Says that rows were left out, unless the user set a limit. */
    public void tellIfCut() {
        if (isCut && !isAsked) {
            err.println(Counted.text("stoa: only the first %d row[s are| is] shown: --limit -1 shows all", most));
            err.flush();
        }
    }
}
