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
package dev.stoa.cli.internal.arguments;

import java.io.IOException;

/** The standard output takes no more bytes. As a rule its reader has closed it, and has all that it wants. */
public final class OutputClosedException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public OutputClosedException() {
        super("the standard output is closed");
    }
}
