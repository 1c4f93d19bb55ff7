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

import dev.stoa.format.StoaException;
import dev.stoa.interop.csv.CsvSource;
import dev.stoa.vio.hadoop.FsErrors;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.ZipException;
import org.apache.hadoop.fs.FSError;

/** The bytes of a text, decompressed if its name ends in {@code .gz}; of a file or a pipe. */
public final class TextInput implements CsvSource.Opener, Closeable {
    private final InputFiles.Input input;
    private final Guard guard;
    private final Optional<PipedText> pipe;

    private TextInput(InputFiles.Input input, Guard guard, Optional<PipedText> pipe) {
        this.input = input;
        this.guard = guard;
        this.pipe = pipe;
    }

    /** Opens a pipe; files are opened as they are read. */
    public static TextInput open(InputFiles.Input input, Guard guard) throws IOException {
        Optional<PipedText> pipe = input.isPipe()
                ? Optional.of(new PipedText(input.path().toString(), Pipe.open(input.status())))
                : Optional.empty();
        return new TextInput(input, guard, pipe);
    }

    @Override
    public InputStream open() throws IOException {
        String name = input.path().toString();
        InputStream in = pipe.isPresent()
                ? pipe.get().open()
                : new OnDisk(name, input.fs().open(input.path()));
        try {
            if (!input.path().getName().endsWith(".gz")) {
                return guard.check(name, CompressedText.refuse(name, in));
            }
            return guard.check(name, new Unzipped(name, new Gunzip(in)));
        } catch (ZipException | EOFException e) {
            in.close();
            throw damaged(name, e);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        if (pipe.isPresent()) {
            pipe.get().close();
        }
    }

    private static StoaException damaged(String name, IOException e) {
        return new StoaException(name + ": the compressed text is damaged or cut short: " + e.getMessage(), e);
    }

    /** Names the text when the disk fails. */
    private static final class OnDisk extends FilterInputStream {
        private final String name;

        OnDisk(String name, InputStream in) {
            super(in);
            this.name = name;
        }

        @Override
        public int read() throws IOException {
            try {
                return in.read();
            } catch (FSError e) {
                throw FsErrors.ioException(name, e);
            }
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            try {
                return in.read(to, offset, length);
            } catch (FSError e) {
                throw FsErrors.ioException(name, e);
            }
        }
    }

    /** Names the text when its compressed bytes are damaged or end too early. */
    private static final class Unzipped extends FilterInputStream {
        private final String name;

        Unzipped(String name, Gunzip in) {
            super(in);
            this.name = name;
        }

        @Override
        public int read() throws IOException {
            try {
                return in.read();
            } catch (ZipException | EOFException e) {
                throw damaged(name, e);
            }
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            try {
                return in.read(to, offset, length);
            } catch (ZipException | EOFException e) {
                throw damaged(name, e);
            }
        }
    }
}
