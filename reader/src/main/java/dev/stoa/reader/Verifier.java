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

import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.reader.internal.file.Directory;
import dev.stoa.reader.internal.file.FileBytes;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.scan.EqualityIndex;
import dev.stoa.reader.internal.verify.ColumnVerifier;
import dev.stoa.reader.internal.verify.IndexVerifier;
import dev.stoa.reader.internal.verify.MetadataVerifier;
import dev.stoa.reader.internal.verify.Problems;
import dev.stoa.reader.internal.verify.SortVerifier;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/**
 * Reads a whole file and checks it: every checksum, every structural rule of the format, and the declared sort order.
 * It compares bounds and null counts with the data. It also checks that the parts of the file do not overlap.
 */
public final class Verifier {
    private final RangeSource source;
    private final Progress progress;
    private final ScanLimits limits;
    private final Problems problems;
    private final ScanCounters counters = new ScanCounters();
    private Optional<Directory> directory = Optional.empty();

    private Verifier(RangeSource source, Progress progress, ScanLimits limits) {
        this.source = source;
        this.limits = limits;
        this.progress = progress;
        this.problems = new Problems(source.id());
    }

    /**
     * Something that is wrong.
     *
     * @param where part of the file, column, vector or byte offset
     * @param what what is wrong there
     */
    public record Problem(String where, String what) {
        @Override
        public String toString() {
            return where + ": " + what;
        }
    }

    /** Receives the progress of the work. */
    @FunctionalInterface
    public interface Progress {
        /** Reports the number of checked data bytes, and of all. */
        void checked(long bytes, long ofBytes);
    }

    /**
     * Verifies a file. It returns all problems that it finds: damage to the footer hides the parts that the footer
     * describes. A value of more than 256 MiB is checked by its checksums only.
     *
     * @param source the file; it stays open
     * @return the problems; none if the file is sound
     * @throws IOException if the file can't be read
     */
    public static List<Problem> verify(RangeSource source, Progress progress) throws IOException {
        return verify(source, progress, ScanLimits.NONE);
    }

    /**
     * Verifies an untrusted file within limits: the work grows with the number of rows that the file claims to have.
     *
     * @param limits counts the rows of each column, and stored bytes
     * @throws ScanLimitException if the file needs more than that
     */
    public static List<Problem> verify(RangeSource source, Progress progress, ScanLimits limits) throws IOException {
        Verifier verifier = new Verifier(source, progress, limits);
        verifier.run(true);
        return verifier.problems.list();
    }

    /**
     * Verifies all that describes the data of a file: footer, column indexes, MinMax, and that the parts of the file do
     * not overlap. It reads no data.
     *
     * @param source the file; it stays open
     * @return the problems; none if the description is sound
     * @throws IOException if the file can't be read
     */
    public static List<Problem> verifyMetadata(RangeSource source) throws IOException {
        Verifier verifier = new Verifier(source, (bytes, of) -> {}, ScanLimits.NONE);
        verifier.run(false);
        return verifier.problems.list();
    }

    /**
     * The result for an index file.
     *
     * @param isStale whether it was made of another file: scans pass it over, and its values are not checked
     * @param problems what is wrong with it
     */
    public record IndexReport(boolean isStale, List<Problem> problems) {
        /** Copies the list. */
        public IndexReport {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Verifies an index file, as a file and against the file that it is about: a value that is missing in it would be missed
     * by scans.
     *
     * @param index the index file; it stays open
     * @param file its data file, open and sound
     * @param progress receives numbers of rows of the data file
     * @throws IOException if one can't be read
     */
    public static IndexReport verifyIndex(RangeSource index, StoaFile file, Progress progress) throws IOException {
        return verifyIndex(index, file, progress, ScanLimits.NONE);
    }

    /**
     * Verifies an untrusted index file within limits.
     *
     * @param limits of the index file, as of {@link #verify(RangeSource, Progress, ScanLimits)}; of its comparison with
     *     {@code file}, the time
     * @throws ScanLimitException if that needs more
     */
    public static IndexReport verifyIndex(RangeSource index, StoaFile file, Progress progress, ScanLimits limits)
            throws IOException {
        List<Problem> own = verify(index, (bytes, of) -> {}, limits);
        if (!own.isEmpty()) {
            return new IndexReport(false, own);
        }
        Problems problems = new Problems(index.id());
        boolean[] isStale = new boolean[1];
        problems.run("the index", () -> {
            StoaFile opened = StoaFile.view(index);
            EqualityIndex open = EqualityIndex.open(opened);
            isStale[0] = !open.isOf(file.identity());
            if (!isStale[0]) {
                new IndexVerifier(file, opened, open, problems, progress, limits).verify();
            }
        });
        return new IndexReport(isStale[0], problems.list());
    }

    private void run(boolean withData) throws IOException {
        if (source.length() >= Layout.HEADER_BYTES) {
            header();
        }
        if (!problems.run("footer", () -> directory = Optional.of(Directory.open(source)))) {
            return;
        }
        Directory open = directory.orElseThrow();
        if (!problems.run("footer", () -> open.readWhole(counters))) {
            return;
        }
        MetadataVerifier metadata = new MetadataVerifier(open, problems, counters);
        List<ReadColumn> columns = metadata.verify();
        if (!withData) {
            return;
        }
        long total = 0;
        for (ReadColumn column : columns) {
            total += column.record().storedBytes();
        }
        long done = 0;
        progress.checked(0, total);
        for (ReadColumn column : columns) {
            long before = done;
            long all = total;
            ColumnVerifier verifier = new ColumnVerifier(
                    column, metadata.parentOf(column), metadata.loader(), open.file(), problems, counters);
            verifier.verify(source.id(), limits, bytes -> progress.checked(before + bytes, all));
            done += column.record().storedBytes();
            progress.checked(done, total);
        }
        Optional<Properties> properties = metadata.properties();
        if (properties.isPresent() && problems.list().isEmpty()) {
            new SortVerifier(open.file(), columns, problems, counters)
                    .verify(properties.get().sortColumns());
        }
    }

    private void header() throws IOException {
        FileBytes file = new FileBytes(source);
        ByteBuffer bytes = file.read(List.of(new Range(0, Layout.HEADER_BYTES)), counters)
                .get(0)
                .order(ByteOrder.LITTLE_ENDIAN);
        problems.check(bytes.getInt(0) == Layout.MAGIC, "header (byte 0)", "it does not start with STOA");
        problems.check(
                bytes.getShort(4) == Layout.EDITION,
                "header (byte 4)",
                "edition " + (bytes.getShort(4) & 0xFFFF) + ", this reader knows " + Layout.EDITION);
        problems.check(bytes.getShort(6) == 0, "header (byte 6)", "a reserved field is not zero");
    }
}
