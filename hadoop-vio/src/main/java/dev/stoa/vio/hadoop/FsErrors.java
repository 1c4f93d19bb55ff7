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

import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Turns {@link FSError} into its {@link IOException}. Hadoop's local file systems throw this error, which no handler of
 * exceptions catches, if a disk is full or fails. The sinks, sources and folders of this package throw it
 * nowhere; who reads or writes streams of Hadoop itself turns it with {@link #ioException}.
 */
public final class FsErrors {

    private FsErrors() {}

    /** Something that a file system of Hadoop does. */
    interface Call<T> {
        T run() throws IOException;
    }

    /**
     * Returns the failure of the disk.
     *
     * @param file that was read or written, which the message names
     * @param error what Hadoop threw; its cause becomes the cause
     */
    public static IOException ioException(String file, FSError error) {
        Throwable cause = cause(error);
        String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new IOException(file + ": " + why, cause);
    }

    private static Throwable cause(FSError error) {
        return error.getCause() == null ? error : error.getCause();
    }

    /**
     * Returns the message of a failure to write. For a local disk, it names the step and the state of the file. Another
     * store's message stays.
     */
    static IOException ofWrite(FileSystem fs, Path file, String step, boolean mayBeVisible, Throwable failure) {
        if (failure instanceof FSError error) {
            return new WriteFailedException(file.toString(), step, mayBeVisible, cause(error));
        }
        boolean isTold = !LocalFiles.isLocal(fs) || failure instanceof WriteFailedException;
        return isTold && failure instanceof IOException told
                ? told
                : new WriteFailedException(file.toString(), step, mayBeVisible, failure);
    }

    /**
     * Does something.
     *
     * @param file that it is done to
     */
    static <T> T translated(Object file, Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (FSError e) {
            throw ioException(file.toString(), e);
        }
    }
}
