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

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Reads bytes that may be anything as a file, and holds the reader to its promise: all that is in it, or a
 * {@link StoaException} that names the file; within bounded memory; nothing else.
 */
final class HostileReads {
    /** What reading a file of some kilobytes may allocate on the heap, garbage included. */
    static final long MOST_BYTES = 64L << 20;

    private static final int MOST_ROWS = 10_000;

    /** The name of all files. */
    static final String NAME = "mem:/lake/hostile.stoa";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private HostileReads() {}

    /** What came of reading. */
    sealed interface Outcome {
        /** All that the file says. */
        record Content(List<Object> content) implements Outcome {}

        /** A refusal. */
        record Refused(String message) implements Outcome {}
    }

    /** A file in memory. */
    static RangeSource source(byte[] file) {
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) {
                if (position >= file.length) {
                    return -1;
                }
                int n = (int) Math.min(target.remaining(), file.length - position);
                target.put(file, (int) position, n);
                return n;
            }

            @Override
            public void close() {}
        };
        BufferAllocator heap = BufferAllocator.of(ByteBuffer::allocate, buffer -> {});
        return RangeSources.of(NAME, file.length, StoreProfile.local(), heap, reader);
    }

    /** Reads all: properties, row sets, schema, every value, and what each column's filters select. */
    static Outcome read(byte[] file) {
        return bounded("reading " + file.length + " bytes", () -> {
            try (StoaFile open = StoaFile.open(source(file))) {
                return new Outcome.Content(content(open));
            } catch (StoaException e) {
                String message = Objects.requireNonNull(e.getMessage());
                assertTrue(message.contains(NAME), () -> "the file is not named: " + message);
                return new Outcome.Refused(message);
            } catch (IOException e) {
                throw new AssertionError("not a StoaException", e);
            }
        });
    }

    /** The rows of a file of one column of bytes, and the bytes of all of them, of which none is copied out of the batches. */
    static Outcome readBinary(byte[] file) {
        return bounded("reading " + file.length + " bytes", () -> {
            try (StoaFile open = StoaFile.open(source(file));
                    Scan scan = open.scan().build()) {
                long rows = 0;
                long bytes = 0;
                while (scan.next()) {
                    BytesVector values = (BytesVector) scan.batch().column(0);
                    rows += values.size();
                    for (int row = 0; row < values.size(); row++) {
                        bytes += values.length(row);
                    }
                }
                return new Outcome.Content(List.of(rows, bytes));
            } catch (CorruptFileException e) {
                return new Outcome.Refused(Objects.requireNonNull(e.getMessage()));
            } catch (IOException e) {
                throw new AssertionError("not a CorruptFileException", e);
            }
        });
    }

    /** Work within {@link #MOST_BYTES}. The first run may load classes, so one that takes too much is run again. */
    private static <T> T bounded(String what, Supplier<T> work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        T result = work.get();
        if (THREADS.getCurrentThreadAllocatedBytes() - before > MOST_BYTES) {
            before = THREADS.getCurrentThreadAllocatedBytes();
            result = work.get();
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated <= MOST_BYTES, () -> what + " allocated " + allocated);
        }
        return result;
    }

    /** Verifies: never an exception, within the same memory, and each problem says where it is. */
    static List<Verifier.Problem> verify(byte[] file) {
        List<Verifier.Problem> problems = bounded("verifying " + file.length + " bytes", () -> {
            try (RangeSource source = source(file)) {
                return Verifier.verify(source, (done, all) -> {});
            } catch (IOException e) {
                throw new AssertionError("verification ends by an exception", e);
            }
        });
        for (Verifier.Problem problem : problems) {
            assertTrue(problem.where().length() > 3 && problem.what().length() > 3, problem::toString);
        }
        return problems;
    }

    private static List<Object> content(StoaFile file) throws IOException {
        List<Object> content = new ArrayList<>();
        FileInfo info = file.info();
        content.add(List.of(info.createdBy(), info.encodings(), info.sortColumns(), info.keyValues(), info.rowSets()));
        content.add(file.schema());
        content.add(scan(file, Optional.empty()));
        List<Field> fields = file.schema().fields();
        Set<Integer> ids = new TreeSet<>();
        fields.forEach(field -> field.fieldId().ifPresent(ids::add));
        Set<String> names = new TreeSet<>(List.of("none"));
        fields.forEach(field -> names.add(field.name()));
        content.add(file.columns(ids, names));
        for (Field field : fields.subList(0, Math.min(5, fields.size()))) {
            ColumnPath path = ColumnPath.of(field.name());
            content.add(scan(file, Optional.of(new Filter.IsNull(path))));
        }
        return content;
    }

    /** The first rows of a scan; a few bytes may well stand for a billion equal rows. */
    private static List<Object> scan(StoaFile file, Optional<Filter> filter) throws IOException {
        List<Object> rows = new ArrayList<>();
        ScanBuilder builder = file.scan();
        filter.ifPresent(builder::filter);
        try (Scan scan = builder.build()) {
            for (int left = MOST_ROWS; left > 0 && scan.next(); ) {
                Batch batch = scan.batch();
                left -= batch.selectedCount();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int row = batch.selected(i);
                    rows.add(batch.firstRow() + row);
                    for (ColumnVector column : batch.columns()) {
                        rows.add(Model.read(column, row));
                    }
                }
            }
        }
        return rows;
    }
}
