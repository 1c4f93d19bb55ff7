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
package dev.stoa.cli.internal.io;

import dev.stoa.format.Batch;
import dev.stoa.format.StoaException;
import dev.stoa.reader.ScanLimits;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/** Tells all threads of a command, batch by batch, whether they may go on. */
public final class Guard {
    private final ScanLimits limits;
    private final long mostBytes;
    private volatile boolean isStopped;

    /**
     * A guard.
     *
     * @param limits of all inputs together
     * @param mostBytes of one text, pipe or output
     */
    Guard(ScanLimits limits, long mostBytes) {
        this.limits = limits;
        this.mostBytes = mostBytes;
    }

    /** One that lets everything pass. */
    public static Guard none() {
        return new Guard(ScanLimits.NONE, Long.MAX_VALUE);
    }

    /** The limits, for scans: these count for themselves. */
    public ScanLimits limits() {
        return limits;
    }

    /** No thread may go on. */
    public void stop() {
        isStopped = true;
    }

    /** Counts a batch that no scan has counted. */
    public void count(String file, Batch batch) throws IOException {
        check(file, 0);
        if (limits != ScanLimits.NONE) {
            limits.count(file, batch.rowCount(), BatchBytes.of(batch));
        }
    }

    /**
     * Checks the time, and the bytes of one text, pipe or output.
     *
     * @param bytes so far
     */
    public void check(String file, long bytes) throws IOException {
        if (isStopped) {
            throw new InterruptedIOException(file + ": stopped, as something else failed");
        }
        limits.count(file, 0, 0);
        if (bytes > mostBytes) {
            throw new StoaException(
                    file + ": it has more than " + mostBytes + " bytes, and --max-bytes allows no more");
        }
    }

    /** A stream that is checked as it is read. */
    InputStream check(String file, InputStream in) {
        return new FilterInputStream(in) {
            private long bytes;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                int n = super.read(target, offset, length);
                bytes += Math.max(0, n);
                Guard.this.check(file, bytes);
                return n;
            }
        };
    }
}
