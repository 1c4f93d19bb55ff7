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
import java.nio.charset.StandardCharsets;

/** Refuses text that is compressed, by its first bytes: they would be read as values, or as letters of a wrong charset. */
enum CompressedText {
    ZSTANDARD("Zstandard", "zstd -dc", 0, "(\u00B5/\u00FD"),
    XZ("xz", "xz -dc", 0, "\u00FD7zXZ\0"),
    BZIP2("bzip2", "bzip2 -dc", 4, "1AY&SY"), // after the size of its blocks
    LZ4("lz4", "lz4 -dc", 0, "\u0004\"M\u0018"),
    ZIP("zip", "unzip -p", 0, "PK\u0003\u0004"),
    GZIP("gzip", "gzip -dc", 0, "\u001F\u008B\b");

    private static final int MOST_BYTES = 10;

    private final String codec;
    private final String command;
    private final int at;
    private final String magic;

    CompressedText(String codec, String command, int at, String magic) {
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
        String begin = new String(first, StandardCharsets.ISO_8859_1);
        for (CompressedText kind : values()) {
            if (begin.startsWith(kind.magic, kind.at)) {
                throw new UnsupportedFileException(name + ": it is compressed by " + kind.codec
                        + ", and text may be plain or a file of gzip whose name ends with .gz: decompress it, such as by '"
                        + kind.command + "'");
            }
        }
        PushbackInputStream whole = new PushbackInputStream(in, MOST_BYTES);
        whole.unread(first);
        return whole;
    }
}
