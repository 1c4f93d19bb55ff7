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
package dev.stoa.format.internal.encoding.decode;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Values of variable length as {@link VectorDecoder#bytes} delivers them, in reused arrays: plain, or ids that keep what the
 * file knows about equal values. Entries are not copied for each row, so a vector never needs more than its limit of bytes.
 */
public final class BytesOutput {
    private static final int[] NO_INTS = new int[0];
    private static final byte[] NO_BYTES = new byte[0];

    private Form form = Form.PLAIN;
    private byte[] data = NO_BYTES;
    private int[] offsets = NO_INTS;
    private int[] ids = NO_INTS;
    private int entries;

    /** How the rows are held. */
    public enum Form {
        /** Row i is {@code data()[offsets()[i]..offsets()[i+1])}. */
        PLAIN,
        /** Row i is the entry {@code ids()[i]} of the {@link #entries()} plain values in data() and offsets(). */
        LOCAL_IDS,
        /** Row i is the entry {@code ids()[i]} of the column's dictionary. */
        DICTIONARY_IDS
    }

    /** How the rows are held. */
    public Form form() {
        return form;
    }

    /** The bytes, unless the form is DICTIONARY_IDS. */
    public byte[] data() {
        return data;
    }

    /** The offsets, unless the form is DICTIONARY_IDS: one more than the rows (PLAIN) or entries (LOCAL_IDS). */
    public int[] offsets() {
        return offsets;
    }

    /** The ids of the rows, unless the form is PLAIN; a valid id, or 0, at null rows. */
    public int[] ids() {
        return ids;
    }

    /** The number of plain values in data() and offsets(): of rows or, with LOCAL_IDS, of entries. */
    public int entries() {
        return entries;
    }

    /** Makes room for n rows, so that later calls with fewer keep the arrays. */
    void reserve(int n) {
        offsets = Scratch.grow(offsets, n + 1);
        ids = Scratch.grow(ids, n);
    }

    int[] beginIds(Form newForm, int n) {
        form = newForm;
        ids = Scratch.grow(ids, n);
        return ids;
    }

    int[] beginOffsets(int count) {
        entries = count;
        offsets = Scratch.grow(offsets, count + 1);
        return offsets;
    }

    int[] beginPlain(int count) {
        form = Form.PLAIN;
        return beginOffsets(count);
    }

    /** Refuses plain values that are too long for several rows to have one. */
    void requireRepeatable(ByteBuffer in) throws CorruptFileException {
        for (int i = 0; i < entries && offsets[entries] > Encoding.MAX_REPEATED_BYTES; i++) {
            int length = offsets[i + 1] - offsets[i];
            if (length > Encoding.MAX_REPEATED_BYTES) {
                throw Wire.corrupt(
                        in,
                        "value " + i + " of a dictionary or of runs has " + length + " bytes, at most "
                                + Encoding.MAX_REPEATED_BYTES + " are allowed; before here");
            }
        }
    }

    byte[] beginData(int length) {
        data = Scratch.grow(data, length);
        return data;
    }

    /** Makes room for more bytes and keeps the present ones. */
    byte[] growData(int length) {
        if (data.length < length) {
            data = Arrays.copyOf(data, Math.max(length, 2 * data.length));
        }
        return data;
    }
}
