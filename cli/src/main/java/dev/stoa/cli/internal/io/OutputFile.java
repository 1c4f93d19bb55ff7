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

import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFileSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An output of this process. If a signal stops the process, what it has written goes, as it does after a failure. A signal
 * that comes while the store makes the file waits for the store first.
 */
public final class OutputFile implements FileSink {
    private static final Logger LOG = LoggerFactory.getLogger(OutputFile.class);
    private static final Set<OutputFile> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean HOOKED = new AtomicBoolean();
    private static volatile boolean isStopped;

    private FileSink sink; // written once, by who creates it

    private OutputFile() {}

    /** As {@link HadoopFileSink#create}. */
    public static FileSink create(FileSystem fs, Path path, SinkOptions options) throws IOException {
        Colons.refuseOutput(fs, path);
        if (HOOKED.compareAndSet(false, true)) {
            // before Hadoop closes the file systems
            ShutdownHookManager.get().addShutdownHook(OutputFile::stop, FileSystem.SHUTDOWN_HOOK_PRIORITY + 1);
        }
        OutputFile file = new OutputFile();
        file.begin(fs, path, options);
        return file;
    }

    /** Is known to {@link #stop} before the store makes the file, which {@link #abort} waits for. */
    private synchronized void begin(FileSystem fs, Path path, SinkOptions options) throws IOException {
        OPEN.add(this);
        try {
            if (isStopped) {
                throw new IOException(path + ": it is not created, as a signal has stopped the process");
            }
            sink = HadoopFileSink.create(fs, path, options);
        } finally {
            if (sink == null) {
                OPEN.remove(this);
            }
        }
    }

    /** Whether a signal has stopped the process: what fails from then on fails because of it. */
    public static boolean isStopped() {
        return isStopped;
    }

    private static void stop() {
        isStopped = true;
        for (OutputFile file : OPEN) {
            try {
                file.abort();
            } catch (IOException e) {
                LOG.debug("{}: what was written stays", file.id(), e);
            }
        }
    }

    @Override
    public String id() {
        return sink.id();
    }

    @Override
    public long position() {
        return sink.position();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        sink.write(bytes);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        sink.write(bytes, offset, length);
    }

    @Override
    public synchronized void commit() throws IOException {
        sink.commit();
        OPEN.remove(this);
    }

    @Override
    public synchronized void abort() throws IOException {
        OPEN.remove(this);
        if (sink != null) { // it could be created
            sink.abort();
        }
    }
}
