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
package dev.stoa.interop.csv;

import dev.stoa.format.Batch;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Schema;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.RejectedDataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses a text with several threads and writes its rows in their order: the same rows, bad rows and errors as with one.
 *
 * @param columns what is read
 * @param options how
 * @param isLenient whether bad rows are passed over
 */
record ParallelRows(ValueRows.Columns columns, CsvOptions options, boolean isLenient) {
    private static final int BATCH_ROWS = 4096;

    /** The result of a piece of the text, in order. */
    private interface Step {
        /** How many rows it wrote. */
        long run(CsvSource.Target target, Optional<BadRows> bad) throws IOException;
    }

    long write(CsvSource.Opener opener, int threads, int chunkBytes, CsvSource.Target target, Optional<BadRows> bad)
            throws IOException {
        long[] count = new long[1];
        try (RecordChunks chunks = new RecordChunks(opener.open(), columns.file(), options, chunkBytes)) {
            InOrder.run(chunks, threads, this::parse, steps -> {
                for (Step step : steps) {
                    count[0] += step.run(target, bad);
                }
            });
        }
        return count[0];
    }

    /** Writes rows by the thread that calls it. */
    long write(CsvRows rows, CsvSource.Target target, Optional<BadRows> bad) throws IOException {
        List<Step> steps = new ArrayList<>();
        Gathered gathered = new Gathered(columns.schema(), columns.file(), steps);
        ValueRows read = new ValueRows(columns, rows, bad);
        long count = 0;
        boolean isMore = true;
        while (isMore) {
            isMore = read.next();
            if (isMore) {
                gathered.add(read.row().clone(), read.line());
            } else {
                gathered.flush();
            }
            for (Step step : steps) {
                count += step.run(target, bad);
            }
            steps.clear();
        }
        return count;
    }

    private List<Step> parse(RecordChunks.Chunk chunk) throws IOException {
        List<Step> steps = new ArrayList<>();
        Gathered gathered = new Gathered(columns.schema(), columns.file(), steps);
        BadRows noted = (line, column, reason) -> steps.add((target, bad) -> {
            bad.orElseThrow().reject(line, column, reason);
            return 0;
        });
        try (CsvRows rows =
                new CsvRows(new ByteArrayInputStream(chunk.bytes()), columns.file(), options, chunk.firstLine())) {
            if (options.dialect().header() && chunk.isFirst()) {
                rows.next();
            }
            ValueRows read = new ValueRows(columns, rows, isLenient ? Optional.of(noted) : Optional.empty());
            while (read.next()) {
                gathered.add(read.row().clone(), read.line());
            }
            gathered.flush();
        } catch (CorruptFileException e) {
            gathered.flush();
            steps.add((target, bad) -> {
                throw e;
            });
        }
        return steps;
    }

    /** Rows until they are enough for a batch. */
    private static final class Gathered {
        private final Schema schema;
        private final String file;
        private final List<Step> steps;
        private List<Object[]> rows = new ArrayList<>();
        private List<Long> lines = new ArrayList<>();

        Gathered(Schema schema, String file, List<Step> steps) {
            this.schema = schema;
            this.file = file;
            this.steps = steps;
        }

        void add(Object[] row, long line) {
            rows.add(row);
            lines.add(line);
            if (rows.size() == BATCH_ROWS) {
                flush();
            }
        }

        void flush() {
            if (rows.isEmpty()) {
                return;
            }
            List<Object[]> all = rows;
            List<Long> linesOfThem = lines;
            rows = new ArrayList<>();
            lines = new ArrayList<>();
            try {
                Batch batch = JavaRows.batch(schema, all);
                long last = linesOfThem.get(linesOfThem.size() - 1);
                steps.add((target, bad) -> write(target, batch, last));
            } catch (RejectedDataException e) { // again one by one, so that it is the right row that is refused
                steps.add((target, bad) -> {
                    for (int i = 0; i < all.size(); i++) {
                        write(target, List.<Object[]>of(all.get(i)), linesOfThem.get(i));
                    }
                    return all.size();
                });
            }
        }

        private void write(CsvSource.Target target, List<Object[]> some, long line) throws IOException {
            try {
                target.write(JavaRows.batch(schema, some));
            } catch (RejectedDataException e) {
                throw new CorruptFileException(file + ": near line " + line + ": " + e.getMessage(), e);
            }
        }

        private long write(CsvSource.Target target, Batch batch, long line) throws IOException {
            try {
                target.write(batch);
            } catch (RejectedDataException e) {
                throw new CorruptFileException(file + ": near line " + line + ": " + e.getMessage(), e);
            }
            return batch.rowCount();
        }
    }
}
