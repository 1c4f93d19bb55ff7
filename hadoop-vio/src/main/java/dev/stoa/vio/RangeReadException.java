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
 * A range of a file could not be read: it names the file, the range and, as its cause, the last failure. Nothing of the
 * read that it belongs to is delivered.
 */
public final class RangeReadException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;
    private final int length;

    /**
     * Names what failed.
     *
     * @param file the file's {@link RangeSource#id()}
     * @param range the range that failed: a request of the plan, or an asked range that is outside the file
     * @param problem what went wrong, and what to do about it
     * @param cause the last failure, or the problem's origin
     */
    public RangeReadException(String file, Range range, String problem, Throwable cause) {
        super(message(file, range, problem), cause);
        this.file = file;
        this.offset = range.offset();
        this.length = range.length();
    }

    /**
     * Names a failure without another exception as its cause.
     *
     * @param file the file's {@link RangeSource#id()}
     * @param range the range that failed
     * @param problem what went wrong, and what to do about it
     */
    public RangeReadException(String file, Range range, String problem) {
        super(message(file, range, problem));
        this.file = file;
        this.offset = range.offset();
        this.length = range.length();
    }

    private static String message(String file, Range range, String problem) {
        return file + ": cannot read " + range.length() + " bytes at offset " + range.offset() + ": " + problem;
    }

    /** Returns the file's {@link RangeSource#id()}. */
    public String file() {
        return file;
    }

    /** Returns the range that failed. */
    public Range range() {
        return new Range(offset, length);
    }
}
