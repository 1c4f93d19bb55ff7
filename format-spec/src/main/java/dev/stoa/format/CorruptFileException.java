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

/** The bytes are not what a writer wrote: a checksum fails or a structural rule is broken. */
public final class CorruptFileException extends StoaException {
    private static final long serialVersionUID = 1L;

    /** With a message. */
    public CorruptFileException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public CorruptFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
