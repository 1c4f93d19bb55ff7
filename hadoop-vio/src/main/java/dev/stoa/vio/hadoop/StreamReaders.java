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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.PositionalReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.BufferedFSInputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.StreamCapabilities;

/** Chooses how ranges are best read from a stream. */
final class StreamReaders {

    /** Whether a class of streams has a {@code readVectored} of its own, not the serial default. */
    private static final ClassValue<Boolean> HAS_OWN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("readVectored", List.class, IntFunction.class)
                                .getDeclaringClass()
                        != PositionedReadable.class;
            } catch (NoSuchMethodException e) {
                return false;
            }
        }
    };

    private StreamReaders() {}

    /** Opens the file, each time anew. */
    interface Opener {
        FSDataInputStream open() throws IOException;
    }

    /**
     * Opens a file and returns its best reader.
     *
     * @param status of the file, if known
     */
    static PositionalReader open(FileSystem fs, Path path, Optional<FileStatus> status, Opener opener)
            throws IOException {
        Optional<PositionalReader> raw = LocalFiles.rawReader(fs, path);
        if (raw.isPresent()) {
            return raw.get();
        }
        FSDataInputStream stream = opener.open();
        boolean used = false;
        try {
            Optional<PositionalReader> local = LocalFiles.reader(fs, path, stream);
            if (local.isPresent()) {
                return local.get();
            }
            used = true;
            Optional<Integer> atOnce =
                    isVectored(stream) ? S3AStreams.rangesAtOnce(fs, stream, status) : Optional.empty();
            return atOnce.isPresent()
                    ? new StreamPool(of(stream), atOnce.get(), () -> of(opener.open()))
                    : of(stream, status.map(FileStatus::getBlockSize).orElse(0L));
        } finally {
            if (!used) {
                stream.close();
            }
        }
    }

    /** Returns the best reader of a stream, which it owns and closes. */
    static PositionalReader of(FSDataInputStream stream) {
        return of(stream, 0);
    }

    private static PositionalReader of(FSDataInputStream stream, long blockBytes) {
        if (isVectored(stream)) {
            return new VectoredStream(stream);
        }
        return stream.hasCapability(StreamCapabilities.PREADBYTEBUFFER)
                ? new ByteBufferStream(stream, blockBytes)
                : new PositionalStream(stream);
    }

    /**
     * Returns whether the stream really implements {@code readVectored}. The stream capability alone does not tell: S3A
     * has the method but may not declare it.
     */
    static boolean isVectored(FSDataInputStream stream) {
        InputStream inner = innermost(stream);
        if (inner instanceof BufferedFSInputStream) {
            // it passes every call on to a stream that it hides; only that stream's word is left
            return stream.hasCapability(StreamCapabilities.VECTOREDIO);
        }
        return HAS_OWN.get(inner.getClass());
    }

    /** Returns what Hadoop's own wrappers hold in the end. */
    static InputStream innermost(FSDataInputStream stream) {
        InputStream inner = stream;
        while (inner instanceof FSDataInputStream outer) {
            inner = outer.getWrappedStream();
        }
        return inner;
    }
}
