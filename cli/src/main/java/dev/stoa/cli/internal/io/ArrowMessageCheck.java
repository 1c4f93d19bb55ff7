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

import dev.stoa.format.CorruptFileException;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/**
 * Checks the claims of untrusted messages. The readers of arrow-java take the place and length of a buffer from the message without
 * a check. A wrong length would read memory after the message, or crash the process.
 */
final class ArrowMessageCheck {
    private ArrowMessageCheck() {}

    private interface Check {
        void run() throws CorruptFileException;
    }

    /**
     * Checks a message of a stream.
     *
     * @throws CorruptFileException if its claims can't be true
     */
    static void checkMessage(Message message) throws CorruptFileException {
        checked(() -> {
            switch (message.headerType()) {
                case MessageHeader.Schema ->
                    ArrowSchemaCheck.check(
                            (Schema) message.header(new Schema()),
                            message.getByteBuffer().limit());
                case MessageHeader.RecordBatch ->
                    checkBatch((RecordBatch) message.header(new RecordBatch()), message.bodyLength());
                case MessageHeader.DictionaryBatch ->
                    checkBatch(((DictionaryBatch) message.header(new DictionaryBatch())).data(), message.bodyLength());
                default -> {
                    // the reader refuses or ignores it
                }
            }
        });
    }

    /**
     * Checks the footer of a file: its schema, and that its blocks are in the file and don't share bytes.
     *
     * @throws CorruptFileException if its claims can't be true
     */
    static void checkFooter(Footer footer, long fileLength) throws CorruptFileException {
        checked(() -> {
            ArrowSchemaCheck.check(footer.schema(), footer.getByteBuffer().limit());
            long left = fileLength;
            for (int i = 0; i < footer.dictionariesLength(); i++) {
                left = checkBlock(footer.dictionaries(i), fileLength, left);
            }
            for (int i = 0; i < footer.recordBatchesLength(); i++) {
                left = checkBlock(footer.recordBatches(i), fileLength, left);
            }
        });
    }

    private static long checkBlock(Block block, long fileLength, long left) throws CorruptFileException {
        long metadata = block.metaDataLength();
        long body = block.bodyLength();
        if (metadata <= 2 * Integer.BYTES
                || body < 0
                || body > left - metadata
                || block.offset() < 0
                || block.offset() > fileLength - metadata - body) {
            throw new CorruptFileException("can't be read as Arrow: its footer has a block of " + metadata + " and "
                    + body + " bytes at byte " + block.offset() + ", where the file of " + fileLength
                    + " bytes has no room for it");
        }
        return left - metadata - body;
    }

    /**
     * Checks the message of a block of a file.
     *
     * @param isDictionary as what the footer names it
     * @throws CorruptFileException if its claims can't be true
     */
    static void checkBlock(Message message, boolean isDictionary, long bodyLength) throws CorruptFileException {
        checked(() -> checkBatch(
                isDictionary
                        ? ((DictionaryBatch) message.header(new DictionaryBatch())).data()
                        : (RecordBatch) message.header(new RecordBatch()),
                bodyLength));
    }

    private static void checkBatch(RecordBatch batch, long bodyLength) throws CorruptFileException {
        for (int i = 0; i < batch.buffersLength(); i++) {
            Buffer buffer = batch.buffers(i);
            if (buffer.offset() < 0 || buffer.length() < 0 || buffer.length() > bodyLength - buffer.offset()) {
                throw new CorruptFileException("can't be read as Arrow: a buffer of " + buffer.length()
                        + " bytes at byte " + buffer.offset() + " is not in its batch of " + bodyLength + " bytes");
            }
        }
    }

    private static void checked(Check check) throws CorruptFileException {
        try {
            check.run();
        } catch (RuntimeException e) {
            throw new CorruptFileException("can't be read as Arrow: a message is damaged: " + e, e);
        }
    }
}
