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
package dev.stoa.cli.internal.io;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageResult;

/** The messages of a stream, checked one by one. */
final class ArrowMessages extends MessageChannelReader {
    ArrowMessages(ReadableByteChannel channel, BufferAllocator allocator) {
        super(new ReadChannel(channel), allocator);
    }

    @Override
    public MessageResult readNext() throws IOException {
        MessageResult next = super.readNext();
        if (next != null) {
            boolean done = false;
            try {
                ArrowMessageCheck.checkMessage(next.getMessage());
                done = true;
            } finally {
                ArrowBuf body = next.getBodyBuffer();
                if (!done && body != null) {
                    body.close();
                }
            }
        }
        return next;
    }
}
