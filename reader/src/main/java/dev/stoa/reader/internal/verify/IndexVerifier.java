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
package dev.stoa.reader.internal.verify;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.internal.index.EqualityIndexFormat;
import dev.stoa.format.internal.index.ValueHash;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.reader.internal.scan.EqualityIndex;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Compares an index file with its data file (format-spec, section 12): it must have exactly the values of each vector. For
 * each vector it keeps the number of hashes and a sum of them, mixed with a random number. It reads both files once, and the
 * few vectors that differ once more.
 */
public final class IndexVerifier {
    private static final int MAX_LOOKED_AT = 20;
    private static final long BYTES_PER_VECTOR = Long.BYTES + Integer.BYTES;

    private final StoaFile file;
    private final StoaFile indexFile;
    private final EqualityIndex index;
    private final Problems problems;
    private final Verifier.Progress progress;
    private final ScanLimits limits;
    private final long secret = ThreadLocalRandom.current().nextLong();
    private final long[] hashes = new long[Layout.VECTOR_ROWS];
    private long[] sums = new long[0];
    private int[] counts = new int[0];

    /** Observes of {@code limits} the time only: rows and bytes count where both files are verified. */
    public IndexVerifier(
            StoaFile file,
            StoaFile indexFile,
            EqualityIndex index,
            Problems problems,
            Verifier.Progress progress,
            ScanLimits limits) {
        this.file = file;
        this.indexFile = indexFile;
        this.index = index;
        this.problems = problems;
        this.progress = progress;
        this.limits = limits;
    }

    private interface VectorHashes {
        /** Receives the distinct hashes of a vector: the first {@code count} of {@link #hashes}, ascending. */
        void vector(int vector, int count) throws IOException;
    }

    public void verify() throws IOException {
        long vectors = (file.rowCount() + Layout.VECTOR_ROWS - 1) / Layout.VECTOR_ROWS;
        long limit = Runtime.getRuntime().maxMemory() / 4;
        if (vectors > Math.min(Integer.MAX_VALUE - 8, limit / BYTES_PER_VECTOR)) {
            throw new StoaException(file.name() + ": to compare an index of " + vectors
                    + " vectors takes more than a quarter " + "of the heap, " + limit + " bytes: give it a larger one");
        }
        sums = new long[(int) vectors];
        counts = new int[(int) vectors];
        if (!addIndex()) {
            return;
        }
        try (Scan column = file.scan().select(List.of(index.column())).build()) {
            Type type = column.schema().fields().get(0).type();
            if (!EqualityIndexFormat.canIndex(type)) {
                problems.add("the index", "is of column '" + index.column() + "', a " + type + ", which can have none");
                return;
            }
            visit(column, this::takeAway);
        } catch (IllegalArgumentException e) {
            problems.add("the index", "is of a column that is not there: " + e.getMessage());
            return;
        }
        report();
    }

    /** Adds all pairs of the index; false if they are not as they must be. */
    private boolean addIndex() throws IOException {
        long lastHash = -1;
        int lastVector = -1;
        try (Scan scan = indexFile.scan().build()) {
            while (scan.next()) {
                limits.count(indexFile.name(), 0, 0);
                Batch batch = scan.batch();
                long[] pairHashes = ((LongVector) batch.column(0)).values();
                int[] pairVectors = ((IntVector) batch.column(1)).values();
                for (int i = 0; i < batch.rowCount(); i++) {
                    long hash = pairHashes[i];
                    int vector = pairVectors[i];
                    String where = "row " + (batch.firstRow() + i);
                    if (hash < 0 || hash >>> index.bits() != 0) {
                        problems.add(where, "its hash " + hash + " has more than " + index.bits() + " bits");
                        return false;
                    } else if (vector < 0 || vector >= counts.length) {
                        problems.add(where, "says that a value is in vector " + vector + " of " + counts.length);
                        return false;
                    } else if (hash < lastHash || (hash == lastHash && vector <= lastVector)) {
                        problems.add(where, "does not follow the row before it by hash and vector");
                        return false;
                    }
                    lastHash = hash;
                    lastVector = vector;
                    counts[vector]++;
                    sums[vector] += mixed(hash);
                }
            }
        }
        return true;
    }

    private void takeAway(int vector, int count) {
        counts[vector] -= count;
        for (int i = 0; i < count; i++) {
            sums[vector] -= mixed(hashes[i]);
        }
    }

    /** MurmurHash3's last step. */
    private long mixed(long hash) {
        long h = hash ^ secret;
        h = (h ^ h >>> 33) * 0xFF51AFD7ED558CCDL;
        h = (h ^ h >>> 33) * 0xC4CEB9FE1A85EC53L;
        return h ^ h >>> 33;
    }

    /** Goes through the vectors of a scan of the indexed column. */
    private void visit(Scan column, VectorHashes visitor) throws IOException {
        ValueHash hash = new ValueHash();
        int vector = -1;
        int count = 0;
        while (column.next()) {
            limits.count(file.name(), 0, 0);
            Batch batch = column.batch();
            int next = (int) (batch.firstRow() / Layout.VECTOR_ROWS);
            if (next != vector) {
                visit(vector, count, visitor);
                vector = next;
                count = 0;
            }
            ColumnVector values = batch.column(0);
            for (int row = 0; row < batch.rowCount(); row++) {
                if (!values.isNull(row)) {
                    hash.read(values, row);
                    hashes[count++] = EqualityIndexFormat.cut(hash.hash(0), index.bits());
                }
            }
            progress.checked(batch.firstRow() + batch.rowCount(), file.rowCount());
        }
        visit(vector, count, visitor);
    }

    private void visit(int vector, int count, VectorHashes visitor) throws IOException {
        Arrays.sort(hashes, 0, count);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || hashes[i] != hashes[i - 1]) {
                hashes[distinct++] = hashes[i];
            }
        }
        if (distinct > 0) {
            visitor.vector(vector, distinct);
        }
    }

    private void report() throws IOException {
        int wrong = 0;
        for (int vector = 0; vector < counts.length; vector++) {
            if (counts[vector] != 0 || sums[vector] != 0) {
                wrong++;
                if (wrong <= MAX_LOOKED_AT) {
                    report(vector);
                }
            }
        }
        problems.check(
                wrong <= MAX_LOOKED_AT,
                "the index",
                "is wrong about " + wrong + " vectors; drop it, and make it again");
    }

    private void report(int vector) throws IOException {
        long first = (long) vector * Layout.VECTOR_ROWS;
        long end = Math.min(file.rowCount(), first + Layout.VECTOR_ROWS);
        long[] stated = stated(vector);
        int[] missing = new int[1];
        int[] found = new int[1];
        try (Scan column =
                file.scan().select(List.of(index.column())).rows(first, end).build()) {
            visit(column, (v, count) -> {
                for (int i = 0; i < count; i++) {
                    boolean isStated = Arrays.binarySearch(stated, hashes[i]) >= 0;
                    found[0] += isStated ? 1 : 0;
                    missing[0] += isStated ? 0 : 1;
                }
            });
        }
        problems.add(
                "vector " + vector + " (rows " + first + ".." + (end - 1) + ") of column '" + index.column() + "'",
                missing[0] + " of its values are missing in the index, and " + (stated.length - found[0])
                        + " are there that it does not have");
    }

    /** The hashes that the index has of a vector, which are no more than a vector has rows if all is well. */
    private long[] stated(int vector) throws IOException {
        long[] stated = new long[Layout.VECTOR_ROWS];
        int count = 0;
        try (Scan scan = indexFile
                .scan()
                .select(EqualityIndexFormat.HASH)
                .filter(Filter.equal(EqualityIndexFormat.VECTOR, vector))
                .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                long[] some = ((LongVector) batch.column(0)).values();
                if (count + batch.selectedCount() > stated.length) {
                    throw new CorruptFileException(indexFile.name() + ": it has more values of vector " + vector
                            + " than a vector has rows; drop it, and make it again");
                }
                for (int i = 0; i < batch.selectedCount(); i++) {
                    stated[count++] = some[batch.selected(i)];
                }
            }
        }
        return Arrays.copyOf(stated, count);
    }
}
