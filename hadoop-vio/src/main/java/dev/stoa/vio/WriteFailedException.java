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
package dev.stoa.vio;

import java.io.IOException;

/** A local file could not be written, synced or published: the disk is full, or fails. */
public final class WriteFailedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String file;
    private final boolean mayBeVisible;

    /**
     * Names the file, what was done to it, and what became of it.
     *
     * @param file that was written
     * @param step that failed, such as {@code can't be written}
     * @param mayBeVisible whether the file may be visible under its name nevertheless; a crash of the machine may then take
     * it away
     * @param cause what the disk said
     */
    public WriteFailedException(String file, String step, boolean mayBeVisible, Throwable cause) {
        super(
                file + ": " + step + ": " + reason(cause)
                        + (mayBeVisible
                                ? "; the file may be visible, and may be lost in a crash of the machine"
                                : "; the file is not published"),
                cause);
        this.file = file;
        this.mayBeVisible = mayBeVisible;
    }

    /**
     * Names a temporary file, which only this process sees.
     *
     * @param file that was written
     * @param step that failed
     * @param cause what the disk said
     */
    public WriteFailedException(String file, String step, Throwable cause) {
        super(file + ": " + step + ": " + reason(cause), cause);
        this.file = file;
        this.mayBeVisible = false;
    }

    private static String reason(Throwable cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Returns the path of the file. */
    public String file() {
        return file;
    }

    /** Returns whether the file may be visible under its name; if not, the name is what it was before. */
    public boolean mayBeVisible() {
        return mayBeVisible;
    }
}
