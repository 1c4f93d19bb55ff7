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

/**
 * The file is not the one that was opened: it was replaced, cut short or written to. Bytes of two versions must not be
 * mixed, so such a read is never tried again; open the file again. In a read of a {@link RangeSource} this is the cause of
 * the {@link RangeReadException}.
 */
public final class ChangedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String file;

    /**
     * Says what changed.
     *
     * @param file the file's {@link RangeSource#id()} or path
     * @param opened what was opened, such as its length and etag or time of change
     * @param now the present state, in the same words
     */
    public ChangedFileException(String file, String opened, String now) {
        super(message(file, opened, now));
        this.file = file;
    }

    /**
     * Says what changed, where another exception told it.
     *
     * @param file the file's {@link RangeSource#id()} or path
     * @param opened the file as it was opened, such as its length and etag or time of change
     * @param now the file as it is now, in the same words
     * @param cause how it was noticed
     */
    public ChangedFileException(String file, String opened, String now, Throwable cause) {
        super(message(file, opened, now), cause);
        this.file = file;
    }

    private static String message(String file, String opened, String now) {
        return file + ": the file changed while it was read: opened was " + opened + ", there is now " + now
                + "; open it again";
    }

    /** Returns the name of the file. */
    public String file() {
        return file;
    }
}
