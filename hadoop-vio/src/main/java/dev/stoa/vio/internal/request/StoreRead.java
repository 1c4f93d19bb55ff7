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
package dev.stoa.vio.internal.request;

import dev.stoa.vio.Range;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** One call of the store, which is not believed: whatever it claims, the target's position counts the bytes. */
final class StoreRead {

    private StoreRead() {}

    /**
     * Reads some of what the target lacks.
     *
     * @param request whose first byte goes to the target's position 0
     * @throws IOException as the store says, or if the file ends early or the store contradicts itself; the target's
     *     position is then as it was
     */
    static void some(StoreFile file, Range request, ByteBuffer target) throws IOException {
        int done = target.position();
        long position = request.offset() + done;
        int got;
        try {
            got = file.reader().read(position, target);
        } catch (IOException | RuntimeException | Error e) {
            target.position(done);
            throw e;
        }
        if (got < 0) {
            target.position(done);
            throw new EOFException("the file ends at or before offset " + position + ", but its length was said to be "
                    + file.length() + "; it was truncated or replaced");
        }
        if (got == 0 || got != target.position() - done) {
            target.position(done);
            throw new IOException("the store delivered " + got + " bytes at offset " + position);
        }
        file.counters().bytesRead.add(got);
    }
}
