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
import dev.stoa.reader.Filter;
import dev.stoa.reader.PreparedScan;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.internal.filter.BatchFilter;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The plan of a scan of a fragment: the file and the changes of each column, and the rows that may match. The rows may be read
 * in parts and by several threads.
 */
final class FragmentPlan implements Closeable {
    private final TableImage image;
    private final Fragment fragment;
    private final Columns columns;
    private final Scans scans;
    private final List<FilePart> files;

    /**
     * Where a column comes from.
     *
     * @param column the column
     * @param part the file that has its top-level column; absent if none has
     * @param ordinal its place among what is read of the file; -1 if the file does not have the column itself
     * @param late what is laid over when it was read; then the whole top-level column is read
     */
    record Source(TableColumn column, Optional<FilePart> part, int ordinal, Optional<LateChanges> late) {}

    /** The part of a file to read. */
    record Reading(FilePart part, PreparedScan scan) {}

    /**
     * The columns of a plan.
     *
     * @param sources of the output columns, and then of the tested ones
     * @param together what is tested when rows are together, if anything is
     */
    record Columns(List<Source> sources, Schema output, Schema tested, Optional<Filter> together) {}

    /**
     * The scans of a plan.
     *
     * @param tests scans that select no column but the rows that match, one after the other
     * @param alone the scan of the only file that is needed, before it was prepared
     * @param rows the rows that may match
     */
    record Scans(List<PreparedScan> tests, List<Reading> readings, Optional<ScanBuilder> alone, RowRanges rows) {}

    /** Takes over open files, which the plan closes. */
    FragmentPlan(TableImage image, Fragment fragment, Columns columns, Scans scans, List<FilePart> files) {
        this.image = image;
        this.fragment = fragment;
        this.columns = columns;
        this.scans = scans;
        this.files = files;
    }

    /** The version. */
    TableImage image() {
        return image;
    }

    /** The fragment of the version. */
    Fragment fragment() {
        return fragment;
    }

    /**
     * Returns the scan that gives all requested columns as they are, if any does: of the only file, which has all columns as
     * the table has them.
     */
    Optional<ScanBuilder> alone() {
        boolean isWhole = columns.together().isEmpty();
        for (Source source : columns.sources()) {
            isWhole &= source.late().isEmpty()
                    && source.part()
                            .flatMap(part -> source.column().in(part.columns()))
                            .filter(there -> there.type().equals(source.column().type()))
                            .isPresent();
        }
        return isWhole ? scans.alone() : Optional.empty();
    }

    /** Returns the scan of one file that gives the requested columns one by one, if one file is enough. */
    Optional<PreparedScan> whole() {
        boolean isWhole = scans.readings().size() == 1 && alone().isPresent();
        for (int i = 0; i < columns.sources().size(); i++) {
            isWhole &= columns.sources().get(i).ordinal() == i;
        }
        return isWhole && first().schema().fields().size() == columns.sources().size()
                ? Optional.of(first().withFields(columns.output().fields()))
                : Optional.empty();
    }

    /** The rows that metadata does not rule out, in parts. */
    List<RowRanges> parts(DividedInput.Division how) {
        return parts(how, scans.rows());
    }

    /** Some of the rows in parts. */
    List<RowRanges> parts(DividedInput.Division how, RowRanges some) {
        return first().withRows(some).withStepsUpTo(how.stepBytes()).parts(how.parts());
    }

    private PreparedScan first() {
        return scans.readings().get(0).scan();
    }

    /** Scans some of the rows. */
    FragmentScan scan(RowRanges some, long stepBytes) {
        return new FragmentScan(this, some, stepBytes);
    }

    /** The rows that may match. */
    RowRanges rows() {
        return scans.rows();
    }

    /** Scans that select no column but the rows that match, one after the other. */
    List<PreparedScan> tests() {
        return scans.tests();
    }

    List<Reading> readings() {
        return scans.readings();
    }

    /** The sources of the output columns, and then of those of {@link #testedSchema}. */
    List<Source> sources() {
        return columns.sources();
    }

    Schema outputSchema() {
        return columns.output();
    }

    Schema testedSchema() {
        return columns.tested();
    }

    /** The conditions to test when rows are complete; for one thread. */
    Optional<BatchFilter> together() {
        return columns.together().map(filter -> BatchFilter.of(filter, columns.tested()));
    }

    /** Counts the pruned rows, and the reads that pruning took. */
    ScanStats stats() {
        ScanStats stats = ScanStats.NONE;
        for (PreparedScan test : scans.tests()) {
            stats = stats.plus(test.stats());
        }
        for (Reading reading : scans.readings()) {
            stats = stats.plus(reading.scan().stats());
        }
        return stats;
    }

    @Override
    public void close() throws IOException {
        Closing.all(files);
    }
}
