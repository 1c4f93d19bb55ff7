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

/** A file was to be created under a name that is taken, and overwriting it was not asked for or is impossible. */
public final class TargetExistsException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String file;

    /**
     * Names the file.
     *
     * @param file the path that exists
     * @param hint what has the name, or what to do about it
     * @param cause the store's own exception
     */
    public TargetExistsException(String file, String hint, Throwable cause) {
        super(file + ": exists already: " + hint, cause);
        this.file = file;
    }

    /**
     * Names the file where the store threw nothing.
     *
     * @param file the path that exists
     * @param hint what has the name, or what to do about it
     */
    public TargetExistsException(String file, String hint) {
        super(file + ": exists already: " + hint);
        this.file = file;
    }

    /** Returns the path that exists. */
    public String file() {
        return file;
    }
}
