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
package dev.stoa.arrow;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Gathers texts and bytes themselves: dictionaries are decoded. */
abstract class BytesExport extends ColumnExport {
    /** Below this limit a bound of the bytes is good enough. */
    private static final long SMALL = 1 << 26;

    private final OffHeap data;

    private BytesExport(BatchMemory memory, Field field, String path) {
        super(memory, field, path);
        this.data = new OffHeap(memory);
    }

    final OffHeap data() {
        return data;
    }

    @Override
    long bytes() {
        return data.used() + 4L * rows();
    }

    @Override
    long bytes(ColumnVector vector, Runs selected) {
        BytesVector bytes = (BytesVector) vector;
        if (bytes.dictionary().isPresent()) {
            BytesVector dictionary = bytes.dictionary().get();
            long most = (long) selected.rows() * dictionary.offsets()[dictionary.size()];
            if (most <= SMALL) {
                return 4L * selected.rows() + most;
            }
        }
        return 4L * selected.rows() + lengths(bytes, selected);
    }

    /** How many bytes the values of rows have. */
    static long lengths(BytesVector bytes, Runs selected) {
        long all = 0;
        if (bytes.dictionary().isEmpty()) {
            for (int run = 0; run < selected.count(); run++) {
                all += bytes.offsets()[selected.to(run)] - bytes.offsets()[selected.from(run)];
            }
            return all;
        }
        for (int run = 0; run < selected.count(); run++) {
            for (int row = selected.from(run); row < selected.to(run); row++) {
                all += bytes.isNull(row) ? 0 : bytes.length(row);
            }
        }
        return all;
    }

    @Override
    void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
        buffers.add(data.take());
    }

    @Override
    public void close() {
        data.close();
    }

    /** Values of any length: offsets and bytes. */
    static final class Variable extends BytesExport {
        private final OffHeap offsets;
        private final ShortEntries shortEntries = new ShortEntries();
        private int[] ends = new int[0];
        private byte[] scratch = new byte[0];

        Variable(BatchMemory memory, Field field, String path) {
            super(memory, field, path);
            this.offsets = new OffHeap(memory);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            BytesVector bytes = (BytesVector) vector;
            if (ends.length < selected.rows() + 1) {
                ends = new int[selected.rows() + 1];
            }
            int n = 0;
            if (offsets.used() == 0) {
                ends[n++] = 0;
            }
            if (bytes.dictionary().isEmpty()) {
                n = plain(bytes, selected, n);
            } else if (bytes.dictionary().get().size() == 0) {
                Arrays.fill(ends, n, n + selected.rows(), Math.toIntExact(data().used()));
                n += selected.rows();
            } else if (shortEntries.begin(bytes, selected)) {
                n = shortEntries.copy(bytes, selected, (int) data().used(), ends, n);
                data().putBytes(shortEntries.copied(), 0, shortEntries.length());
            } else {
                n = decoded(bytes, selected, n);
            }
            offsets.putInts(ends, 0, n);
        }

        private int plain(BytesVector bytes, Runs selected, int first) {
            int[] starts = bytes.offsets();
            int n = first;
            for (int run = 0; run < selected.count(); run++) {
                int start = starts[selected.from(run)];
                int shift = (int) data().used() - start;
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    ends[n++] = starts[row + 1] + shift;
                }
                data().putBytes(bytes.data(), start, starts[selected.to(run)] - start);
            }
            return n;
        }

        private int decoded(BytesVector bytes, Runs selected, int first) {
            BytesVector dictionary = bytes.dictionary().orElseThrow();
            int[] starts = dictionary.offsets();
            byte[] from = dictionary.data();
            int[] ids = bytes.ids();
            boolean[] nulls = bytes.nulls();
            boolean anyNull = nulls.length != 0;
            int base = (int) data().used();
            int n = first;
            int length = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    if (!anyNull || !nulls[row]) {
                        int start = starts[ids[row]];
                        int size = starts[ids[row] + 1] - start;
                        if (length + size > scratch.length) {
                            scratch = Arrays.copyOf(scratch, Math.max(length + size, 2 * scratch.length));
                        }
                        System.arraycopy(from, start, scratch, length, size);
                        length += size;
                    }
                    ends[n++] = base + length;
                }
            }
            data().putBytes(scratch, 0, length);
            return n;
        }

        @Override
        void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
            if (offsets.used() == 0) {
                offsets.putInts(new int[1], 0, 1);
            }
            buffers.add(offsets.take());
            super.takeValues(nodes, buffers);
        }

        @Override
        public void close() {
            offsets.close();
            super.close();
        }
    }

    /** Values of one length. */
    static final class Fixed extends BytesExport {
        private final int width;
        private byte[] scratch = new byte[0];

        Fixed(BatchMemory memory, Field field, String path) {
            super(memory, field, path);
            this.width = TypeExport.width(field.type());
        }

        @Override
        long bytes(ColumnVector vector, Runs selected) {
            return (long) width * selected.rows();
        }

        @Override
        void values(ColumnVector vector, Runs selected) throws StoaException {
            BytesVector bytes = (BytesVector) vector;
            int length = Math.multiplyExact(width, selected.rows());
            if (scratch.length < length) {
                scratch = new byte[length];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++, n += width) {
                    if (bytes.isNull(row)) {
                        Arrays.fill(scratch, n, n + width, (byte) 0);
                    } else if (bytes.length(row) == width) {
                        System.arraycopy(bytes.data(), bytes.start(row), scratch, n, width);
                    } else {
                        throw new StoaException("column '" + path() + "' has a value of " + bytes.length(row)
                                + " bytes, and its type is " + vector.type());
                    }
                }
            }
            data().putBytes(scratch, 0, length);
        }
    }
}
