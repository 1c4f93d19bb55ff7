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
package dev.stoa.reader;

import dev.stoa.format.internal.meta.Layout;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Makes a tail fit changed bytes before it (format-spec, section 2). */
final class TailBytes {
    private static final int FOOTER_CRC_AT = 48;
    private static final int FEATURES_AT = 52;
    private static final int HASH_AT = 60;
    private static final int HASH_BYTES = 16;
    private static final int CRC_AT = 80;

    private TailBytes() {}

    /**
     * Sets features, the CRC of the footer, the hash and the CRC of the tail.
     *
     * @param body all bytes before the tail
     * @param firstIndex where the column indexes start
     */
    static void sign(byte[] tail, byte[] body, int footerLength, long features, int firstIndex) {
        ByteBuffer out = MutableFile.le(tail);
        out.putInt(FOOTER_CRC_AT, Layout.crc(body, body.length - footerLength, footerLength));
        out.putLong(FEATURES_AT, features);
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            hash.update(body, 0, Layout.HEADER_BYTES);
            hash.update(body, firstIndex, body.length - firstIndex);
            hash.update(tail, 0, HASH_AT);
            out.put(HASH_AT, hash.digest(), 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        out.putInt(CRC_AT, Layout.crc(tail, 0, CRC_AT));
    }
}
