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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.FSError;

/** Returns the failure of a future. */
final class Futures {

    private Futures() {}

    /** Returns the IO failure inside, or else a new one around it. */
    static IOException ioException(ExecutionException failed, String what) {
        Throwable cause = failed.getCause();
        while (cause.getCause() != null
                && (cause instanceof ExecutionException
                        || cause instanceof CompletionException
                        || cause instanceof UncheckedIOException)) {
            cause = cause.getCause();
        }
        if (cause instanceof FSError error) {
            return FsErrors.ioException(what, error);
        }
        return cause instanceof IOException io ? io : new IOException(what + ": " + cause, cause);
    }
}
