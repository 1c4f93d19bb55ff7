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

import dev.stoa.format.StoaException;
import java.time.Duration;

/** A scan went beyond one of its {@link ScanLimits}. The file may be sound. */
public final class ScanLimitException extends StoaException {
    private static final long serialVersionUID = 1L;

    private final Limit limit;
    private final String file;
    private final long rows;
    private final long bytes;
    private final Duration time;

    /** Kinds of limits. */
    public enum Limit {
        /** Rows read. */
        ROWS,
        /** Bytes decoded. */
        BYTES,
        /** Time passed. */
        TIME
    }

    /** With how far it came; the limit as a number with its unit. */
    ScanLimitException(Limit limit, String most, String file, long rows, long bytes, Duration time) {
        super(file + ": the limit of " + most + " is exceeded: " + rows + " rows and " + bytes + " bytes were read in "
                + time.toMillis()
                + " ms, of this file and those before it. If the input can be trusted, raise the limit");
        this.limit = limit;
        this.file = file;
        this.rows = rows;
        this.bytes = bytes;
        this.time = time;
    }

    /** The limit that was exceeded. */
    public Limit limit() {
        return limit;
    }

    /** The file that was read then. */
    public String file() {
        return file;
    }

    /** Rows read until then, by all who share the limits. */
    public long rows() {
        return rows;
    }

    /** Bytes decoded until then, likewise. */
    public long bytes() {
        return bytes;
    }

    /** Time passed until then. */
    public Duration time() {
        return time;
    }
}
