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
package dev.stoa.format.internal.meta;

import dev.stoa.format.ContentHash;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Computes the hash of a file's metadata (format-spec, section 2): of the header, the column indexes and the MinMax of all nodes,
 * the footer, and the tail, in this order. A CRC can't do this, because each part ends with its own: the CRC of bytes and their
 * CRC is the same whatever the bytes are.
 */
public final class MetadataHash {
    private final MessageDigest digest;

    /** Begins with the header, which is the same in all files. */
    public MetadataHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
        add(ByteBuffer.wrap(Layout.header()));
    }

    /** Adds the remaining bytes of a buffer, whose position does not change. */
    public void add(ByteBuffer bytes) {
        digest.update(bytes.duplicate());
    }

    /** Adds the tail, and ends. */
    ContentHash finish(ByteBuffer tail) {
        add(tail);
        return ContentHash.of(digest.digest(), 0);
    }
}
