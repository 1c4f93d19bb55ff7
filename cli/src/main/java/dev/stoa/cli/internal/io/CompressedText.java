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

import dev.stoa.format.UnsupportedFileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Refuses text that is compressed, by its first bytes: they would be read as values, or as letters of a wrong charset. */
enum CompressedText {
    ZSTANDARD("Zstandard", "zstd -dc", 0, 0x28, 0xB5, 0x2F, 0xFD),
    XZ("xz", "xz -dc", 0, 0xFD, '7', 'z', 'X', 'Z', 0),
    BZIP2("bzip2", "bzip2 -dc", 4, '1', 'A', 'Y', '&', 'S', 'Y'), // after the size of its blocks
    LZ4("lz4", "lz4 -dc", 0, 0x04, 0x22, 0x4D, 0x18),
    ZIP("zip", "unzip -p", 0, 'P', 'K', 3, 4),
    GZIP("gzip", "gzip -dc", 0, 0x1F, 0x8B, 8);

    private static final int MOST_BYTES = 10;

    private final String codec;
    private final String command;
    private final int at;
    private final int[] magic;

    CompressedText(String codec, String command, int at, int... magic) {
        this.codec = codec;
        this.command = command;
        this.at = at;
        this.magic = magic;
    }

    /**
     * Returns the same text.
     *
     * @param name for messages
     * @throws UnsupportedFileException if it is compressed
     */
    static InputStream refuse(String name, InputStream in) throws IOException {
        byte[] first = in.readNBytes(MOST_BYTES);
        for (CompressedText kind : values()) {
            if (kind.begins(first)) {
                throw new UnsupportedFileException(name + ": it is compressed by " + kind.codec
                        + ", and text may be plain or a file of gzip whose name ends with .gz: decompress it, such as by '"
                        + kind.command + "'");
            }
        }
        PushbackInputStream whole = new PushbackInputStream(in, MOST_BYTES);
        whole.unread(first);
        return whole;
    }

    private boolean begins(byte[] text) {
        boolean begins = text.length >= at + magic.length;
        for (int i = 0; begins && i < magic.length; i++) {
            begins = Byte.toUnsignedInt(text[at + i]) == magic[i];
        }
        return begins;
    }
}
