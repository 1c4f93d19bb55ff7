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
package dev.stoa.vio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Positional reads of a local file. */
final class LocalReader implements PositionalReader {

    private final FileChannel channel;

    private LocalReader(FileChannel channel) {
        this.channel = channel;
    }

    static LocalReader open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "a folder, not a file");
        }
        return new LocalReader(FileChannel.open(file, StandardOpenOption.READ));
    }

    long length() throws IOException {
        return channel.size();
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        return channel.read(target, position);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
