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
package dev.stoa.trino.internal.read;

import dev.stoa.format.Batch;
import dev.stoa.trino.internal.columns.Rows;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts batches into pages. Trino first asks a page for the columns of its own filter, such as {@code k % 1000 = 7}. If a row is
 * left, it asks for all rows of the other columns. So if the filter leaves no row of a page, the next pages are short: more of
 * them can do without their other columns. An update of 0.1% of lineitem's rows then makes
 * about a third of the blocks.
 */
final class PageCuts {
    private static final int SHORT = 1024;

    /** The number of short pages after a page without a row for the filter. */
    private static final int SHORT_PAGES = 8;

    private Optional<Batch> batch = Optional.empty();
    private int next;
    private int shortPages;

    /** Goes to a batch. */
    void begin(Batch begun) {
        batch = Optional.of(begun);
        next = 0;
    }

    /** Whether the batch has more selected rows. */
    boolean hasNext() {
        return batch.isPresent() && next < batch.get().selectedCount();
    }

    /**
     * The next selected rows of the batch.
     *
     * @param most how many
     */
    Rows next(long most) {
        Batch of = batch.orElseThrow();
        int rows = (int) Math.min(most, of.selectedCount() - next);
        int end = next + (shortPages > 0 ? Math.min(rows, SHORT) : rows);
        Rows cut =
                of.isAllSelected() ? Rows.between(next, end) : Rows.some(Arrays.copyOfRange(of.selection(), next, end));
        next = end;
        return cut;
    }

    /** Learns what became of a page. */
    void learn(BatchPage page) {
        shortPages = page.isFiltered() ? SHORT_PAGES : Math.max(0, shortPages - 1);
    }
}
