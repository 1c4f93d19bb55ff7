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

import dev.stoa.format.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts and decrypts the modules of one file, as section 15 of the specification says. A prototype. */
record ModuleCipher(UUID file, byte[] key) {
    /** What a module has more than its plaintext. */
    static final int TAG_BYTES = 16;

    /** The kinds of modules, by their numbers less one. */
    enum Module {
        GRANULE,
        PAGE,
        DICTIONARY,
        INDEX,
        MINMAX,
        FOOTER
    }

    byte[] encrypt(byte[] plain, Module module, int node, long ordinal) {
        try {
            return cipher(Cipher.ENCRYPT_MODE, module, node, ordinal).doFinal(plain);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    byte[] decrypt(byte[] stored, Module module, int node, long ordinal) throws CorruptFileException {
        try {
            return cipher(Cipher.DECRYPT_MODE, module, node, ordinal).doFinal(stored);
        } catch (AEADBadTagException e) {
            throw new CorruptFileException(
                    module + " " + ordinal + " of node " + node + " is not what was encrypted", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Cipher cipher(int mode, Module module, int node, long ordinal) throws GeneralSecurityException {
        byte[] nonce = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(module.ordinal() + 1 | node << 8)
                .putLong(ordinal)
                .array();
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(8 * TAG_BYTES, nonce));
        cipher.updateAAD(ByteBuffer.allocate(28)
                .putLong(file.getMostSignificantBits())
                .putLong(file.getLeastSignificantBits())
                .put(nonce)
                .array());
        return cipher;
    }
}
