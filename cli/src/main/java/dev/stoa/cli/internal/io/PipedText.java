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

import dev.stoa.format.StoaException;
import dev.stoa.interop.csv.CsvSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A text from a pipe that several readers open in turn. It keeps the first few MiB and gives them to each reader again. Only one
 * reader can read further.
 */
final class PipedText implements CsvSource.Opener, Closeable {
    private static final int MOST_KEPT = 4 << 20;

    private final String name;
    private final InputStream in;
    private byte[] kept = new byte[64 << 10];
    private int length;
    private boolean isLost;

    /** A text of these bytes. */
    PipedText(String name, InputStream in) {
        this.name = name;
        this.in = in;
    }

    @Override
    public InputStream open() throws IOException {
        if (isLost) {
            throw new StoaException(name + ": the command must read this pipe twice, and it is longer than "
                    + (MOST_KEPT >> 20) + " MiB: write it to a file");
        }
        return new View();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private int readOn(byte[] target, int offset, int count) throws IOException {
        int n = in.read(target, offset, count);
        if (n < 0 && length == 0 && !isLost) {
            throw new StoaException(name + ": it is a pipe, and nothing came through it");
        }
        if (n > 0 && !isLost) {
            if (length + n > MOST_KEPT) {
                isLost = true;
                kept = new byte[0];
            } else {
                if (length + n > kept.length) {
                    kept = Arrays.copyOf(kept, Math.min(MOST_KEPT, 2 * (length + n)));
                }
                System.arraycopy(target, offset, kept, length, n);
                length += n;
            }
        }
        return n;
    }

    /** The text from its beginning. */
    private final class View extends InputStream {
        private int at;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int count) throws IOException {
            if (count == 0) {
                return 0;
            } else if (!isLost && at < length) {
                int n = Math.min(count, length - at);
                System.arraycopy(kept, at, target, offset, n);
                at += n;
                return n;
            } else if (isLost && at < length) {
                throw new IllegalStateException(name + ": two readers read the pipe at the same time");
            }
            int n = readOn(target, offset, count);
            at = isLost ? Integer.MAX_VALUE : at + Math.max(0, n);
            return n;
        }
    }
}
