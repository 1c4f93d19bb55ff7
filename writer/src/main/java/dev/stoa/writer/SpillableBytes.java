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
package dev.stoa.writer;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Bytes that wait to be written to the file one after the other: in memory, or spilled. */
final class SpillableBytes {
    private static final int MAX_PIECE_BYTES = 1 << 20;

    private final Deque<Part> parts = new ArrayDeque<>(1);
    private long heldBytes;
    private long length;

    /** Some of the bytes. */
    sealed interface Part permits Held, Spill.Piece {
        /** Number of bytes. */
        int length();
    }

    private record Held(byte[] bytes) implements Part {
        @Override
        public int length() {
            return bytes.length;
        }
    }

    /** Appends bytes, which are not copied. */
    void add(byte[] bytes) {
        parts.add(new Held(bytes));
        heldBytes += bytes.length;
        length += bytes.length;
    }

    /** Moves all of another's parts after these. */
    void addAll(SpillableBytes others) {
        parts.addAll(others.parts);
        heldBytes += others.heldBytes;
        length += others.length;
        others.parts.clear();
        others.heldBytes = 0;
        others.length = 0;
    }

    /** Bytes in all. */
    long length() {
        return length;
    }

    /** Bytes in memory. */
    long heldBytes() {
        return heldBytes;
    }

    /** The bytes, which are all in memory. */
    byte[] join() {
        return join(List.copyOf(parts), (int) length);
    }

    /** Puts aside what is in memory. */
    void spill(Spill spill) throws IOException {
        if (heldBytes == 0) {
            return;
        }
        List<Part> all = new ArrayList<>(parts);
        parts.clear();
        int at = 0;
        while (at < all.size()) {
            if (all.get(at) instanceof Spill.Piece piece) {
                parts.add(piece);
                at++;
                continue;
            }
            int end = at;
            int bytes = 0;
            while (end < all.size()
                    && all.get(end) instanceof Held held
                    && (end == at || bytes + held.length() <= MAX_PIECE_BYTES)) {
                bytes += held.length();
                end++;
            }
            parts.add(spill.write(join(all.subList(at, end), bytes), 0, bytes));
            at = end;
        }
        heldBytes = 0;
    }

    private static byte[] join(List<Part> run, int bytes) {
        if (run.size() == 1 && run.get(0) instanceof Held held) {
            return held.bytes();
        }
        byte[] joined = new byte[bytes];
        int at = 0;
        for (Part part : run) {
            if (part instanceof Held held) {
                System.arraycopy(held.bytes(), 0, joined, at, held.length());
                at += held.length();
            }
        }
        return joined;
    }

    /** Writes everything to the file, and forgets it. */
    void moveTo(Output output, Spill spill) throws IOException {
        for (Part part = parts.poll(); part != null; part = parts.poll()) {
            if (part instanceof Held held) {
                output.write(held.bytes());
            } else if (part instanceof Spill.Piece piece) {
                byte[] bytes = new byte[piece.length()];
                spill.read(piece, bytes, 0);
                output.write(bytes);
                spill.release(piece);
            }
        }
        heldBytes = 0;
        length = 0;
    }
}
