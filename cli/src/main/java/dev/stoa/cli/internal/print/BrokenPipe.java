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
package dev.stoa.cli.internal.print;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.Optional;

/** Tells whether the reader of a pipe has left. The JVM has no type for it, and its message is in the language of the system. */
final class BrokenPipe {
    private static final String ENGLISH = "Broken pipe";

    private BrokenPipe() {}

    static boolean isReasonOf(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.equals(ENGLISH) || message.equals(ofBrokenPipe().orElse(ENGLISH));
    }

    /** The message of a pipe that is broken for this purpose. */
    private static Optional<String> ofBrokenPipe() {
        try {
            Pipe pipe = Pipe.open();
            try (Pipe.SinkChannel sink = pipe.sink()) {
                pipe.source().close();
                sink.write(ByteBuffer.allocate(1));
                return Optional.empty();
            } finally {
                pipe.source().close();
            }
        } catch (IOException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }
}
