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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * A new file of a folder. The store creates it only when it has its first MiB, or at the commit, and so learns the length of a
 * short file in advance. A taken name or a missing permission shows only then, too.
 */
public final class DelayedSink implements FileSink {
    private static final int MOST_HELD = 1 << 20;

    private final Folder folder;
    private final String name;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private Optional<FileSink> sink = Optional.empty();
    private boolean done;

    /**
     * Begins a file, without a request to the store.
     *
     * @param name in the folder
     */
    public DelayedSink(Folder folder, String name) {
        this.folder = Objects.requireNonNull(folder, "folder is null");
        this.name = Objects.requireNonNull(name, "name is null");
    }

    @Override
    public String id() {
        return sink.map(FileSink::id).orElse(folder.id() + "/" + name);
    }

    @Override
    public long position() {
        return sink.map(FileSink::position).orElse((long) held.size());
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        checkOpen();
        if (sink.isEmpty() && bytes.remaining() > MOST_HELD - held.size()) {
            create(SinkOptions.DEFAULT);
        }
        if (sink.isPresent()) {
            sink.get().write(bytes);
        } else {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            held.writeBytes(copy);
        }
    }

    private void create(SinkOptions options) throws IOException {
        FileSink created = folder.create(name, options);
        sink = Optional.of(created);
        created.write(held.toByteArray());
        held.reset();
    }

    @Override
    public void commit() throws IOException {
        checkOpen();
        if (sink.isEmpty()) {
            create(SinkOptions.DEFAULT.withExpectedLength(held.size()));
        }
        sink.get().commit();
        done = true;
    }

    @Override
    public void abort() throws IOException {
        if (!done) {
            done = true;
            held.reset();
            if (sink.isPresent()) {
                sink.get().abort();
            }
        }
    }

    private void checkOpen() throws IOException {
        if (done) {
            throw new IOException(id() + ": the file was committed, aborted or closed before");
        }
    }
}
