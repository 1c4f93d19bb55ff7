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

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.print.CommandOutput;
import dev.stoa.interop.FileKind;
import dev.stoa.vio.FileSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The standard output as an output of bytes. A reader sees them as they come, also those of a command that fails later. */
public final class StandardOutput implements FileSink {
    private final OutputStream out = new CommandOutput();
    private long position;

    /**
     * Checks that a file of this kind can go to the standard output.
     *
     * @throws CommandException if a reader of the kind must go back and forth, or the output is a terminal
     */
    public static void check(FileKind kind) {
        if (kind != FileKind.ARROW && !kind.isLines()) {
            throw CommandException.usage("the standard output is a stream, and " + kind
                    + " has no stream format: use --to ARROW, CSV, TSV, JSON or MARKDOWN, or name a file");
        }
        if (kind == FileKind.ARROW && Boolean.getBoolean("stoa.terminal.out")) {
            throw CommandException.usage("ARROW is bytes, and the output is a terminal: pipe it, or name a file");
        }
    }

    @Override
    public String id() {
        return "standard output";
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        write(copy, 0, copy.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        position += length;
    }

    @Override
    public void commit() {
        // what is written is there
    }

    @Override
    public void abort() {
        // what is written can't be taken back
    }
}
