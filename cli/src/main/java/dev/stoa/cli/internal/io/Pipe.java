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

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** Inputs that can be read once, from where they are: standard input, named pipes, process substitutions. */
public final class Pipe {
    private static final Set<String> STANDARD_INPUT = Set.of("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

    private Pipe() {}

    /** Whether what was found is one, or another local thing that is neither file nor folder. */
    static boolean is(FileSystem fs, FileStatus found) throws IOException {
        return !found.isDirectory() && (isOther(fs, found.getPath()) || isBegun(fs, found));
    }

    /** Whether a qualified path is local and leads to what is neither file nor folder. */
    public static boolean isOther(FileSystem fs, org.apache.hadoop.fs.Path qualified) throws IOException {
        return Stores.isLocal(fs) && isOther(local(qualified));
    }

    /** Whether a local path is neither file nor folder. */
    public static boolean isOther(Path path) throws IOException {
        return Files.exists(path)
                && Files.readAttributes(path, BasicFileAttributes.class).isOther();
    }

    /**
     * Returns what was found, without a length if it is the standard input from a file that another program has begun to read: its
     * rest comes as through a pipe.
     */
    static FileStatus shown(FileSystem fs, FileStatus found) throws IOException {
        return isBegun(fs, found) ? new FileStatus(0, false, 1, 1, 0, found.getPath()) : found;
    }

    private static boolean isBegun(FileSystem fs, FileStatus found) throws IOException {
        boolean isFile = Stores.isLocal(fs)
                && STANDARD_INPUT.contains(local(found.getPath()).toString())
                && Files.isRegularFile(local(found.getPath()));
        return isFile && ofProcess().getChannel().position() > 0;
    }

    /** Not to be closed. */
    private static FileInputStream ofProcess() {
        return new FileInputStream(FileDescriptor.in);
    }

    private static Path local(org.apache.hadoop.fs.Path qualified) {
        return Path.of(qualified.toUri().getPath());
    }

    /** Its bytes. Standard input stays open when the stream is closed. */
    static InputStream open(FileStatus found) throws IOException {
        Path path = local(found.getPath());
        if (!STANDARD_INPUT.contains(path.toString())) {
            return Files.newInputStream(path);
        }
        return new FilterInputStream(System.in) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return in.read(target, offset, length);
            }

            @Override
            public void close() {
                // it is the process's
            }
        };
    }
}
