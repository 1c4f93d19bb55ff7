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
package dev.stoa.format;

import java.io.IOException;

/**
 * Something is wrong with a file: damaged, truncated, not a Stoa file, or written with a feature that this reader lacks.
 * The message says what, where (file, column, block or vector, byte offset), why, and what to do.
 */
public class StoaException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With a message. */
    public StoaException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public StoaException(String message, Throwable cause) {
        super(message, cause);
    }
}
