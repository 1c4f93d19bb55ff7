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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.format.IntVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.reader.HostileReads.Outcome;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The identity of a file sees each byte that describes its data, whatever its checksums say (format-spec, section 2). */
@Tag("once")
final class IdentityTest {
    /** The bytes of the tail that the hash covers. */
    private static final int HASHED_TAIL = 60;

    private static final int CRC = 4;
    /** The flags of bounds, without those that say that they are exact. */
    private static final byte BOUNDS = MinMax.HAS_MIN | MinMax.HAS_MAX;

    private static final Type INT32 = Type.of(TypeKind.INT32);

    /** What describes the data. */
    private enum Part {
        INDEXES,
        MINMAX,
        FOOTER
    }

    /** A changed byte of a part. */
    private record Flip(Part part, String what, MutableFile file) {
        private static void add(List<Flip> all, Part part, String what, byte[] bytes, int at, MutableFile file) {
            bytes[at] ^= (byte) (1 << at % Byte.SIZE);
            all.add(new Flip(part, what + ", byte " + at, file));
        }
    }

    private static Tail tail(byte[] file) throws Exception {
        int at = file.length - Layout.TAIL_BYTES;
        return Tail.read(ByteBuffer.wrap(file, at, Layout.TAIL_BYTES), file.length, "x");
    }

    /** The hash as the specification words it. Indexes, MinMax, footer and tail follow each other. */
    private static ContentHash hash(byte[] file, int firstIndex) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(file, 0, Layout.HEADER_BYTES);
        digest.update(file, firstIndex, file.length - Layout.TAIL_BYTES + HASHED_TAIL - firstIndex);
        return ContentHash.of(digest.digest(), 0);
    }

    /** The file with another hash in its tail. */
    private static byte[] stating(ContentHash hash, byte[] file) throws Exception {
        Tail tail = tail(file);
        byte[] stated = new Tail(
                        tail.uuid(),
                        tail.footerOffset(),
                        tail.minMaxLength(),
                        tail.nodeCount(),
                        tail.rowSetCount(),
                        tail.fieldIdCount(),
                        tail.nodeBytes(),
                        tail.footerCrc(),
                        hash)
                .toBytes();
        byte[] out = file.clone();
        System.arraycopy(stated, 0, out, out.length - stated.length, stated.length);
        return out;
    }

    /** The file with each byte of each part changed in turn. Checksums that end a part are made right, and not changed. */
    private static List<Flip> flips(byte[] sound) throws Exception {
        List<Flip> all = new ArrayList<>();
        MutableFile first = new MutableFile(sound);
        for (int node = 0; node < first.nodes.size(); node++) {
            for (int at = 0; at < first.indexes.get(node).length; at++) {
                MutableFile file = new MutableFile(sound);
                Flip.add(all, Part.INDEXES, "index of node " + node, file.indexes.get(node), at, file);
            }
            for (int at = 0; at < first.minMaxes.get(node).length; at++) {
                MutableFile file = new MutableFile(sound);
                Flip.add(all, Part.MINMAX, "MinMax of node " + node, file.minMaxes.get(node), at, file);
            }
        }
        for (int at = 0; at < first.properties.length - CRC; at++) {
            MutableFile file = new MutableFile(sound);
            Flip.add(all, Part.FOOTER, "properties", file.properties, at, file);
        }
        Tail tail = tail(sound);
        assertEquals(1, tail.nodePages());
        for (int at = 0; at < tail.nodeBytes() - CRC; at++) {
            MutableFile file = new MutableFile(sound);
            byte[] page = {sound[(int) tail.nodesOffset(sound.length) + at]};
            Flip.add(all, Part.FOOTER, "nodes, byte " + at, page, 0, file);
            file.changePage(0, at, page[0]);
        }
        for (int rowSet = 0; rowSet < first.rowSets.size(); rowSet++) {
            for (int at = 0; at < Layout.ROW_SET_BYTES - CRC; at++) {
                MutableFile file = new MutableFile(sound);
                Flip.add(all, Part.FOOTER, "row set " + rowSet, file.rowSets.get(rowSet), at, file);
            }
        }
        return all;
    }

    /**
     * The file with a changed byte says, with its checksums made right, another identity than the one that it had. With the
     * hash that it had, verification finds something. If that is nothing else, it computes the hash again from the leaves, and
     * finds the one of the changed file.
     */
    @ParameterizedTest
    @EnumSource
    void eachByteCounts(SmallFiles.Kind kind) throws Exception {
        byte[] sound = SmallFiles.bytes(kind);
        MutableFile parts = new MutableFile(sound);
        int firstIndex = parts.data.length;
        assertArrayEquals(sound, parts.toBytes(), "it is put together as it was");
        ContentHash original = tail(sound).hash();
        assertEquals(hash(sound, firstIndex), original);
        Set<ContentHash> identities = new HashSet<>(Set.of(original));
        Map<Part, Integer> onlyByHash = new EnumMap<>(Part.class);
        for (Flip flip : flips(sound)) {
            byte[] changed = flip.file().toBytes();
            assertEquals(sound.length, changed.length, flip::what);
            ContentHash hash = hash(changed, firstIndex);
            assertTrue(identities.add(hash), () -> flip.what() + " leaves the identity as it is");
            assertEquals(hash, tail(changed).hash(), flip::what);
            List<Verifier.Problem> problems = Verifier.verifyMetadata(HostileReads.source(stating(original, changed)));
            assertFalse(problems.isEmpty(), () -> flip.what() + " is not found");
            if (problems.get(0).what().startsWith("the hash of the metadata")) {
                String found = "the hash of the metadata is " + hash + ", stated " + original;
                assertEquals(
                        List.of(found),
                        problems.stream().map(Verifier.Problem::what).toList(),
                        flip::what);
                assertEquals(List.of(), Verifier.verifyMetadata(HostileReads.source(changed)), flip::what);
                onlyByHash.merge(flip.part(), 1, Integer::sum);
            }
        }
        assertEquals(Set.of(Part.values()), onlyByHash.keySet(), "each part has bytes that nothing else guards");
    }

    private static FileIdentity identity(byte[] file) throws Exception {
        try (StoaFile open = StoaFile.open(HostileReads.source(file))) {
            return open.identity();
        }
    }

    private static Object content(byte[] file) {
        return assertInstanceOf(Outcome.Content.class, HostileReads.read(file)).content();
    }

    /** A sound file with the same rows that is another one. */
    private static byte[] assertIsAnother(byte[] sound, MutableFile file) throws Exception {
        byte[] other = file.toBytes();
        assertEquals(List.of(), HostileReads.verify(other));
        assertEquals(content(sound), content(other));
        assertEquals(identity(sound).uuid(), identity(other).uuid());
        assertNotEquals(identity(sound).hash(), identity(other).hash());
        return other;
    }

    @ParameterizedTest
    @EnumSource
    void aFileWithoutMinMaxIsAnother(SmallFiles.Kind kind) throws Exception {
        byte[] sound = SmallFiles.bytes(kind);
        MutableFile file = new MutableFile(sound);
        for (int node = 0; node < file.nodes.size(); node++) {
            file.minMax(node, new byte[0]);
        }
        byte[] without = assertIsAnother(sound, file);
        assertEquals(0, tail(without).minMaxLength());
    }

    /** No bound claims to be a value of its zone any more. Those of long values never did. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PAGED")
    void aFileWhoseMinMaxIsLessExactIsAnother(SmallFiles.Kind kind) throws Exception {
        byte[] sound = SmallFiles.bytes(kind);
        MutableFile file = new MutableFile(sound);
        for (byte[] entry : file.minMaxes) {
            for (int zone = 0; entry.length > 0 && zone < entry[0]; zone++) {
                entry[1 + zone] &= BOUNDS;
            }
        }
        assertEquals(sound.length, assertIsAnother(sound, file).length, "the length does not tell");
    }

    @Test
    void aFileWithWiderBoundsIsAnother() throws Exception {
        byte[] sound = SmallFiles.bytes(SmallFiles.Kind.FLAT);
        MutableFile file = new MutableFile(sound);
        int node = 1;
        MinMax before = MinMax.read(
                ByteBuffer.wrap(file.minMaxes.get(node)), INT32, file.rowSet(0).zones(), "MinMax");
        byte[] flags = before.flags().clone();
        int[] min = ((IntVector) before.min()).values().clone();
        int[] max = ((IntVector) before.max()).values().clone();
        boolean[] none = new boolean[flags.length];
        for (int zone = 0; zone < flags.length; zone++) {
            flags[zone] &= BOUNDS;
            min[zone]--;
            max[zone]++;
        }
        MinMax wider = new MinMax(
                flags,
                before.nullCounts(),
                before.nanCounts(),
                new IntVector(INT32, min, none, flags.length),
                new IntVector(INT32, max, none, flags.length),
                before.totalLength());
        assertIsAnother(sound, file.minMax(node, wider.toBytes(INT32)));
    }
}
