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

import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A new sidecar. It stays in memory while it is small enough for the log, and becomes a file beyond that. */
public final class SidecarSink implements FileSink {
    private final Folder folder;
    private final String path;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private Optional<FileSink> file = Optional.empty();

    private SidecarSink(Folder folder, String path) {
        this.folder = folder;
        this.path = path;
    }

    /**
     * Begins a sidecar.
     *
     * @param path of the file, if it becomes one
     * @param state of the table, which says whether its log may hold sidecars
     */
    public static SidecarSink create(Folder folder, String path, TableState state) throws IOException {
        SidecarSink sink = new SidecarSink(folder, path);
        if (!state.keepsSidecars()) {
            sink.createFile();
        }
        return sink;
    }

    private void createFile() throws IOException {
        file = Optional.of(folder.create(path, SinkOptions.SMALL));
    }

    /** The place of the complete sidecar. */
    public SidecarPlace place() {
        return file.isPresent() ? SidecarPlace.file(path) : new SidecarPlace(path, held.toByteArray());
    }

    @Override
    public String id() {
        return folder.id() + "/" + path;
    }

    @Override
    public long position() {
        return file.map(FileSink::position).orElse((long) held.size());
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        if (file.isEmpty() && bytes.remaining() > SidecarPlace.MOST_BYTES - held.size()) {
            createFile();
            file.get().write(held.toByteArray());
            held.reset();
        }
        if (file.isPresent()) {
            file.get().write(bytes);
        } else {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            held.writeBytes(copy);
        }
    }

    @Override
    public void commit() throws IOException {
        if (file.isPresent()) {
            file.get().commit();
        }
    }

    @Override
    public void abort() throws IOException {
        if (file.isPresent()) {
            file.get().abort();
        }
    }
}
