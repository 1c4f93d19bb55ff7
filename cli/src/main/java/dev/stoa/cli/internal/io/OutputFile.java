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

/** An output of this process. If a signal stops the process, what it has written goes, as it does after a failure. */
public final class OutputFile implements FileSink {
    private static final Logger LOG = LoggerFactory.getLogger(OutputFile.class);
    private static final Set<OutputFile> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean HOOKED = new AtomicBoolean();
    private static volatile boolean isStopped;

    private final FileSink sink;

    private OutputFile(FileSink sink) {
        this.sink = sink;
    }

    /** As {@link HadoopFileSink#create}. */
    public static FileSink create(FileSystem fs, Path path, SinkOptions options) throws IOException {
        if (HOOKED.compareAndSet(false, true)) {
            // before Hadoop closes the file systems
            ShutdownHookManager.get().addShutdownHook(OutputFile::stop, FileSystem.SHUTDOWN_HOOK_PRIORITY + 1);
        }
        OutputFile file = new OutputFile(HadoopFileSink.create(fs, path, options));
        OPEN.add(file);
        return file;
    }

    /** Whether a signal has stopped the process: what fails from then on fails because of it. */
    public static boolean isStopped() {
        return isStopped;
    }

    private static void stop() {
        isStopped = !OPEN.isEmpty();
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
        sink.abort();
    }
}
