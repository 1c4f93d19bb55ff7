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
package dev.stoa.interop.parquet;

import dev.stoa.interop.RebaseMode;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * How a Parquet file is read where the file itself is silent. Options grow: start from {@link #DEFAULT} and change it by
 * the {@code with...} methods; do not call the constructor.
 *
 * @param datetimeRebase the calendar of DATE and TIMESTAMP columns
 * @param int96Rebase the calendar of INT96 timestamps
 * @param legacyZone the zone of a legacy writer whose file does not name it; never the JVM's
 * @param int96Utc whether INT96 timestamps are instants in UTC; else they are local timestamps, their numbers unchanged
 * @param text which byte columns are read as strings
 * @param batchRows the most rows of a batch, 1..4096
 * @param batchBytes about how many bytes of values a batch holds at most, unless a single row is larger
 */
public record ParquetSourceOptions(
        RebaseMode datetimeRebase,
        RebaseMode int96Rebase,
        ZoneId legacyZone,
        boolean int96Utc,
        TextMode text,
        int batchRows,
        long batchBytes) {

    /** The most rows of a batch. */
    public static final int MAX_BATCH_ROWS = 4096;

    /** Values as they are in the file, INT96 as local timestamps, bytes as bytes, 4096 rows, 64 MiB. */
    public static final ParquetSourceOptions DEFAULT = new ParquetSourceOptions(
            RebaseMode.CORRECTED,
            RebaseMode.CORRECTED,
            ZoneOffset.UTC,
            false,
            TextMode.ANNOTATED,
            MAX_BATCH_ROWS,
            64L << 20);

    /** Checks the ranges. */
    public ParquetSourceOptions {
        Objects.requireNonNull(datetimeRebase, "datetimeRebase is null");
        Objects.requireNonNull(int96Rebase, "int96Rebase is null");
        Objects.requireNonNull(legacyZone, "legacyZone is null");
        Objects.requireNonNull(text, "text is null");
        if (batchRows < 1 || batchRows > MAX_BATCH_ROWS) {
            throw new IllegalArgumentException("batchRows is " + batchRows + ", must be 1.." + MAX_BATCH_ROWS);
        }
        if (batchBytes < 1) {
            throw new IllegalArgumentException("batchBytes is " + batchBytes + ", must be at least 1");
        }
    }

    /** The same with another calendar for DATE and TIMESTAMP columns. */
    public ParquetSourceOptions withDatetimeRebase(RebaseMode mode) {
        return new ParquetSourceOptions(mode, int96Rebase, legacyZone, int96Utc, text, batchRows, batchBytes);
    }

    /** The same with another calendar for INT96 timestamps. */
    public ParquetSourceOptions withInt96Rebase(RebaseMode mode) {
        return new ParquetSourceOptions(datetimeRebase, mode, legacyZone, int96Utc, text, batchRows, batchBytes);
    }

    /** The same with another zone for legacy files that name none. */
    public ParquetSourceOptions withLegacyZone(ZoneId zone) {
        return new ParquetSourceOptions(datetimeRebase, int96Rebase, zone, int96Utc, text, batchRows, batchBytes);
    }

    /** The same with INT96 timestamps as instants in UTC, or as local timestamps. */
    public ParquetSourceOptions withInt96Utc(boolean utc) {
        return new ParquetSourceOptions(datetimeRebase, int96Rebase, legacyZone, utc, text, batchRows, batchBytes);
    }

    /** The same with another choice of strings. */
    public ParquetSourceOptions withText(TextMode mode) {
        return new ParquetSourceOptions(datetimeRebase, int96Rebase, legacyZone, int96Utc, mode, batchRows, batchBytes);
    }

    /** The same with other bounds of a batch. */
    public ParquetSourceOptions withBatch(int rows, long bytes) {
        return new ParquetSourceOptions(datetimeRebase, int96Rebase, legacyZone, int96Utc, text, rows, bytes);
    }
}
