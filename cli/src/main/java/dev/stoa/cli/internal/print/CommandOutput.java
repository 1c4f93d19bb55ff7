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
package dev.stoa.cli.internal.print;

import dev.stoa.cli.internal.arguments.OutputClosedException;
import dev.stoa.vio.WriteFailedException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The standard output of the process. Its failures have types, and it keeps the first one, because a {@link PrintWriter} hides it.
 * Broken pipes of other streams, such as sockets to a store, have no such type.
 */
public final class CommandOutput extends OutputStream {
    private final OutputStream out;
    private IOException failure;

    /** An output to the process's own standard output. */
    public CommandOutput() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    CommandOutput(OutputStream out) {
        this.out = out;
    }

    /** Returns a writer of text in the charset of the terminal, or else in UTF-8, which holds all letters. */
    public PrintWriter writer() {
        String charset = System.getProperty("sun.stdout.encoding");
        return new PrintWriter(
                new OutputStreamWriter(this, charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset)),
                true);
    }

    /**
     * Checks that everything was written.
     *
     * @throws OutputClosedException if the reader has closed the output
     * @throws WriteFailedException if the output could not be written
     */
    public void check() throws IOException {
        if (failure != null) {
            throw named(failure);
        }
    }

    /** An exception of its own for each caller: the one that closes a writer adds it to the one that wrote. */
    private static IOException named(IOException failure) {
        return BrokenPipe.isReasonOf(failure)
                ? new OutputClosedException()
                : new WriteFailedException("standard output", "can't be written", failure);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        check();
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw named(e);
        }
    }
}
