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
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.Transform;
import dev.stoa.reader.ModuleCipher.Module;
import dev.stoa.reader.MutableNode.Part;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Encrypts columns and the footer of files that were written in clear, and decrypts them (format-spec, section 15). A prototype,
 * which proves that the bytes have room for it.
 */
final class EncryptedFiles {
    private static final Transform ENCRYPTED = new Transform(Transform.ENCRYPTION, 0);
    private static final int KEYS_TAG = 2;

    private EncryptedFiles() {}

    /** The types of all nodes, in pre-order. */
    static List<Type> types(Schema schema) {
        List<Type> types = new ArrayList<>();
        schema.fields().forEach(field -> add(field, types));
        return types;
    }

    private static void add(Field field, List<Type> types) {
        types.add(field.type());
        field.type().fields().forEach(child -> add(child, types));
    }

    /** The file with some columns encrypted by the key of ordinal 0. Their plaintext is overwritten. */
    static byte[] encryptColumns(
            byte[] clear, List<Type> types, Set<Integer> nodes, ModuleCipher cipher, byte[] keyData)
            throws StoaException {
        MutableFile file = new MutableFile(clear);
        byte[] data = file.data.clone();
        for (int node : nodes) {
            long stored = 0;
            if (file.indexes.get(node).length > 0) {
                ColumnModules modules =
                        new ColumnModules(node, file.index(node, types.get(node)), data, 0, cipher::encrypt);
                ColumnIndex moved =
                        modules.copy(file.data.length, file.nodes.get(node).isList());
                modules.wipe(file.data);
                stored = append(file, modules.bytes());
                file.index(node, cipher.encrypt(moved.toBytes(), Module.INDEX, node, 0));
            }
            if (file.minMaxes.get(node).length > 0) {
                file.minMax(node, cipher.encrypt(file.minMaxes.get(node), Module.MINMAX, node, 0));
            }
            file.node(node, Part.STORED_BYTES, stored)
                    .node(node, Part.NULL_COUNT, 0)
                    .transform(node, ENCRYPTED.kind(), ENCRYPTED.key());
        }
        file.properties = withKeys(file.properties, keyData);
        return file.toBytes();
    }

    /** The file with all columns in clear. */
    static byte[] decryptColumns(byte[] stored, List<Type> types, ModuleCipher cipher) throws StoaException {
        MutableFile file = new MutableFile(stored);
        for (int node = 0; node < types.size(); node++) {
            if (file.nodes.get(node).transform().equals(Transform.NONE)) {
                continue;
            }
            if (file.indexes.get(node).length > 0) {
                file.index(node, cipher.decrypt(file.indexes.get(node), Module.INDEX, node, 0));
                ColumnIndex index = file.index(node, types.get(node));
                ColumnModules modules =
                        new ColumnModules(node, index, file.data, ModuleCipher.TAG_BYTES, cipher::decrypt);
                ColumnIndex moved =
                        modules.copy(file.data.length, file.nodes.get(node).isList());
                file.index(node, moved.toBytes()).node(node, Part.STORED_BYTES, append(file, modules.bytes()));
            }
            if (file.minMaxes.get(node).length > 0) {
                byte[] entry = cipher.decrypt(file.minMaxes.get(node), Module.MINMAX, node, 0);
                long zones = file.rowSet((int) file.get(node, Part.ROW_SET)).zones();
                MinMax minMax = MinMax.read(ByteBuffer.wrap(entry), types.get(node), zones, "MinMax");
                file.minMax(node, entry)
                        .node(
                                node,
                                Part.NULL_COUNT,
                                Arrays.stream(minMax.nullCounts()).sum());
            }
        }
        return file.toBytes();
    }

    private static long append(MutableFile file, byte[] more) {
        int at = file.data.length;
        file.data = Arrays.copyOf(file.data, at + more.length);
        System.arraycopy(more, 0, file.data, at, more.length);
        return more.length;
    }

    /** Properties without optional entries, with one that says how to get the key. */
    private static byte[] withKeys(byte[] properties, byte[] keyData) {
        int end = properties.length - 5; // the number of entries, and the CRC
        if (properties[end] != 0) {
            throw new IllegalStateException("there are optional entries");
        }
        ByteSink keys = new ByteSink();
        keys.varint(1);
        keys.varint(keyData.length);
        keys.bytes(keyData);
        ByteSink out = new ByteSink();
        out.bytes(properties, 0, end);
        out.varint(1);
        out.varint(KEYS_TAG);
        out.varint(keys.size());
        out.bytes(keys.toByteArray());
        out.u32(0);
        return out.toByteArray();
    }

    /** Returns the metadata of the only key of a file, of fewer than 122 bytes: the properties end with it and a CRC. */
    static byte[] keyData(byte[] stored, int length) throws StoaException {
        byte[] properties = new MutableFile(stored).properties;
        int at = properties.length - 4 - length;
        byte[] before = {1, KEYS_TAG, (byte) (length + 2), 1, (byte) length};
        if (!Arrays.equals(before, Arrays.copyOfRange(properties, at - before.length, at))) {
            throw new CorruptFileException("it names no key of " + length + " bytes");
        }
        return Arrays.copyOfRange(properties, at, at + length);
    }

    /** The file with an encrypted footer. */
    static byte[] encryptFooter(byte[] clear, ModuleCipher cipher, byte[] keyData) throws StoaException {
        int at = footerOffset(clear);
        byte[] footer = Arrays.copyOfRange(clear, at, clear.length - Layout.TAIL_BYTES);
        ByteSink out = new ByteSink();
        out.varint(keyData.length);
        out.bytes(keyData);
        out.bytes(cipher.encrypt(footer, Module.FOOTER, 0, 0));
        return withFooter(clear, out.toByteArray(), 1, new MutableFile(clear).data.length);
    }

    /** The file with its footer in clear. */
    static byte[] decryptFooter(byte[] stored, ModuleCipher cipher, byte[] keyData) throws StoaException {
        int at = footerOffset(stored);
        ByteBuffer in = ByteBuffer.wrap(stored, at, stored.length - Layout.TAIL_BYTES - at)
                .slice();
        byte[] found = new byte[Wire.count(in, in.remaining(), "length of the key's metadata")];
        in.get(found);
        if (!Arrays.equals(found, keyData)) {
            throw new CorruptFileException("another key");
        }
        byte[] module = new byte[in.remaining()];
        in.get(module);
        byte[] footer = cipher.decrypt(module, Module.FOOTER, 0, 0);
        byte[] clear = withFooter(stored, footer, 0, at);
        return withFooter(stored, footer, 0, new MutableFile(clear).data.length);
    }

    private static int footerOffset(byte[] file) {
        return (int) MutableFile.le(file).getLong(file.length - Layout.TAIL_BYTES + 16);
    }

    /**
     * The file with another footer, and a tail that fits it.
     *
     * @param firstIndex where the column indexes start, with which that starts which the hash covers
     */
    private static byte[] withFooter(byte[] file, byte[] footer, long features, int firstIndex) {
        int at = footerOffset(file);
        byte[] tail = Arrays.copyOfRange(file, file.length - Layout.TAIL_BYTES, file.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, at);
        out.writeBytes(footer);
        byte[] body = out.toByteArray();
        TailBytes.sign(tail, body, footer.length, features, firstIndex);
        out.writeBytes(tail);
        return out.toByteArray();
    }
}
