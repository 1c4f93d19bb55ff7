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
package dev.stoa.trino.internal.store;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import dev.stoa.vio.UnsafeStoreException;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoOutputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new object. It appears when the store has all of it. The sink holds a small object until it is committed, and also one that must
 * be exclusive or may overwrite. Then one request creates it, and refuses a name that is taken. A larger object is streamed. Trino's
 * streams overwrite, so the sink looks for the name when the stream begins.
 */
final class ObjectSink implements FileSink {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectSink.class);
    private static final int MOST_HELD = 8 << 20;
    private static final String OVERWRITE_HINT = "remove it, or ask to overwrite";

    private final TrinoFileSystem fs;
    private final TrinoOutputFile file;
    private final SinkOptions options;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private Optional<OutputStream> stream = Optional.empty();
    private long position;
    private boolean isDone;
    private boolean isTaken;

    /** Begins a file. The store hears nothing of it yet. */
    ObjectSink(TrinoFileSystem fs, Location location, SinkOptions options) {
        this.fs = fs;
        this.file = fs.newOutputFile(location);
        this.options = options;
    }

    @Override
    public String id() {
        return file.location().toString();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        checkOpen();
        int length = bytes.remaining();
        boolean isWhole = options.exclusive() || options.overwrite();
        if (stream.isEmpty() && !isWhole && length > MOST_HELD - held.size()) {
            checkFree();
            stream = Optional.of(file.create());
            held.writeTo(stream.get());
            held.reset();
        }
        Channels.newChannel(stream.isPresent() ? stream.get() : held).write(bytes);
        position += length;
    }

    @Override
    public void commit() throws IOException {
        checkOpen();
        try {
            if (stream.isPresent()) {
                stream.get().close();
            } else if (options.overwrite()) {
                file.createOrOverwrite(held.toByteArray());
            } else {
                createExclusive();
            }
        } catch (FileAlreadyExistsException e) {
            isTaken = true;
            throw new TargetExistsException(id(), OVERWRITE_HINT, e);
        }
        isDone = true;
    }

    private void createExclusive() throws IOException {
        try {
            file.createExclusive(held.toByteArray());
        } catch (UnsupportedOperationException e) {
            if (options.exclusive()) {
                throw new UnsafeStoreException(
                        id(),
                        "of two writers of this name both might succeed here: Trino's file system for this store has no"
                                + " conditional creation; keep tables on S3, Azure or Google Cloud Storage",
                        e);
            }
            checkFree();
            file.createOrOverwrite(held.toByteArray());
        }
    }

    private void checkFree() throws IOException {
        if (fs.newInputFile(file.location()).exists()) {
            isTaken = true;
            throw new TargetExistsException(id(), OVERWRITE_HINT);
        }
    }

    /** Trino's streams can't be cancelled: this ends the stream, and then deletes the object. */
    @Override
    public void abort() throws IOException {
        if (isDone) {
            return;
        }
        isDone = true;
        held.reset();
        if (stream.isPresent() && !isTaken) {
            try {
                stream.get().close();
            } catch (IOException e) {
                LOG.debug("{}: closing the aborted file failed", id(), e);
            }
            fs.deleteFile(file.location());
        }
    }

    private void checkOpen() throws IOException {
        if (isDone) {
            throw new IOException(id() + ": the file was committed, aborted or closed before");
        }
    }
}
