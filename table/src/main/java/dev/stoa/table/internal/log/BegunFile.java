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
package dev.stoa.table.internal.log;

import dev.stoa.vio.Folder;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** A small file that one request reads as a whole, while its reader does other work. */
public final class BegunFile implements Closeable {
    private final RangeSource source;
    private final int length;
    private final PendingRead read;

    private BegunFile(RangeSource source, int length, PendingRead read) {
        this.source = source;
        this.length = length;
        this.read = read;
    }

    /**
     * Begins to read a file.
     *
     * @param path relative to the folder
     * @param length of the file
     * @throws java.io.FileNotFoundException if the store says at once that the file does not exist
     * @throws IOException if the store fails
     */
    public static BegunFile of(Folder folder, String path, int length) throws IOException {
        RangeSource source = folder.open(path, OptionalLong.of(length));
        boolean isBegun = false;
        try {
            PendingRead read = source.start(source.plan(List.of(new Range(0, length))));
            isBegun = true;
            return new BegunFile(source, length, read);
        } finally {
            if (!isBegun) {
                source.close();
            }
        }
    }

    /**
     * Waits for the bytes, and closes the file. The name is that of the store.
     *
     * @throws dev.stoa.vio.RangeReadException if the file does not exist any more, or can't be read
     */
    public MemoryFile await() throws IOException {
        byte[] bytes = new byte[length];
        try (source;
                RangeBuffers buffers = read.await()) {
            buffers.buffer(0).get(bytes);
            return new MemoryFile(source.id(), bytes);
        }
    }

    @Override
    public void close() throws IOException {
        read.close();
        source.close();
    }
}
