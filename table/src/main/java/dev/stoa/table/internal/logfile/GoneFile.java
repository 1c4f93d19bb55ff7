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
package dev.stoa.table.internal.logfile;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** A file that was removed since it was found. Some stores only tell at the first read. */
public final class GoneFile {
    private GoneFile() {}

    /** Whether a failure says that a file does not exist. */
    public static boolean is(IOException e) {
        return isGone(e) || isGone(e.getCause());
    }

    private static boolean isGone(Throwable e) {
        return e instanceof FileNotFoundException || e instanceof NoSuchFileException;
    }

    /**
     * Returns nothing if a failure says that the file does not exist.
     *
     * @throws IOException any other failure
     */
    public static <T> Optional<T> orThrow(IOException e) throws IOException {
        if (is(e)) {
            return Optional.empty();
        }
        throw e;
    }
}
