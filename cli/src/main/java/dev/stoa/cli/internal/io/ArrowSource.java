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

import dev.stoa.arrow.ArrowBatches;
import dev.stoa.format.Batch;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.interop.RowSource;
import dev.stoa.vio.hadoop.FsErrors;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a file of Arrow's IPC formats: the file format, also as Feather, or the stream format. */
public final class ArrowSource implements RowSource {
    private static final Logger LOG = LoggerFactory.getLogger(ArrowSource.class);
    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    /** The least limit for the buffers of a batch; a damaged length can ask for more memory than any machine has. */
    private static final long LEAST_LIMIT = 1L << 30;

    private final InputFiles.Input input;
    private final ArrowChannel channel;
    private final BufferAllocator allocator;
    private final ArrowReader reader;
    private final ArrowBatches batches;
    private boolean failed;

    private ArrowSource(InputFiles.Input input, FSDataInputStream in) throws IOException {
        this.input = input;
        byte[] magic = new byte[MAGIC.length];
        boolean isFile = input.status().getLen() >= magic.length;
        if (isFile) {
            in.readFully(0, magic);
            isFile = Arrays.equals(magic, MAGIC);
        }
        this.channel = new ArrowChannel(in, input.status().getLen(), !isFile);
        if (isFile) {
            channel.checkFooter();
        }
        this.allocator =
                new RootAllocator(Math.max(LEAST_LIMIT, Runtime.getRuntime().maxMemory()));
        this.reader = isFile ? ArrowReaders.file(channel, allocator) : ArrowReaders.stream(channel, allocator);
        boolean done = false;
        try {
            this.batches = ArrowBatches.of(reader);
            done = true;
        } finally {
            if (!done) {
                failed = true;
                close();
            }
        }
    }

    /**
     * Opens a file.
     *
     * @throws StoaException if its bytes are not Arrow's, or a column has a type that Stoa can't take
     */
    public static ArrowSource open(InputFiles.Input input) throws IOException {
        FSDataInputStream in = input.fs().open(input.path());
        boolean done = false;
        try {
            ArrowSource source = new ArrowSource(input, in);
            done = true;
            return source;
        } catch (IOException e) {
            throw explain(input, e);
        } catch (FSError e) {
            throw FsErrors.ioException(input.path().toString(), e);
        } finally {
            if (!done) {
                in.close();
            }
        }
    }

    private static IOException explain(InputFiles.Input input, IOException e) {
        String message = input.path() + ": " + e.getMessage();
        StackTraceElement[] trace = e.getStackTrace();
        if (e instanceof UnsupportedFileException) {
            return new UnsupportedFileException(message);
        } else if (e instanceof CorruptFileException) {
            return new CorruptFileException(message, e);
        } else if (e instanceof StoaException) {
            return new StoaException(message, e);
        } else if (trace.length > 0 && trace[0].getClassName().startsWith("org.apache.arrow.")) {
            return new CorruptFileException(input.path() + ": can't be read as Arrow: " + e.getMessage(), e);
        }
        return e;
    }

    @Override
    public Schema schema() {
        return batches.schema();
    }

    @Override
    public List<KeyValue> keyValues() {
        return batches.metadata().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(pair -> new KeyValue(pair.getKey(), Optional.of(pair.getValue())))
                .toList();
    }

    @Override
    public List<String> choices() {
        return List.of();
    }

    @Override
    public double done() {
        return input.status().getLen() == 0
                ? 1
                : (double) channel.position() / input.status().getLen();
    }

    @Override
    public boolean next() throws IOException {
        failed = true;
        try {
            boolean found = batches.next();
            failed = false;
            return found;
        } catch (IOException e) {
            throw explain(input, e);
        } catch (FSError e) {
            throw FsErrors.ioException(input.path().toString(), e);
        }
    }

    @Override
    public Batch batch() {
        return batches.batch();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        if (failed && allocator.getAllocatedMemory() > 0) {
            LOG.debug("{}: arrow-java keeps buffers of a batch that it could not read", input.path());
        } else {
            allocator.close();
        }
    }
}
