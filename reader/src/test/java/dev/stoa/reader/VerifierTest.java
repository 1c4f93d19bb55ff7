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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sound file has no problems, and no byte can change without one. */
class VerifierTest {
    @TempDir
    Path folder;

    private Path file() throws IOException {
        Schema schema = Schema.of(
                Field.required("n", Type.of(TypeKind.INT64)).withFieldId(7),
                Field.nullable("s", Type.of(TypeKind.STRING)),
                Field.nullable("l", Type.list(Field.nullable("element", Type.of(TypeKind.FLOAT64)))),
                Field.nullable(
                        "m",
                        Type.map(
                                Field.required("key", Type.of(TypeKind.STRING)),
                                Field.nullable(
                                        "value",
                                        Type.struct(List.of(Field.required("b", Type.of(TypeKind.BOOLEAN))))))));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(new Object[] {
                (long) i * i,
                i % 7 == 0 ? null : "text " + i % 10,
                i % 3 == 0 ? null : List.of(1.5 * i, Double.NaN),
                Map.of("key" + i % 3, new Object[] {i % 2 == 0})
            });
        }
        Path path = folder.resolve("file.stoa");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT.withSortColumns(List.of(SortColumn.ascending("n"))));
        return path;
    }

    @Test
    void aSoundFileHasNoProblemsAndProgressComesToItsEnd() throws IOException {
        List<long[]> steps = new ArrayList<>();
        try (RangeSource source = RangeSources.open(file())) {
            assertEquals(List.of(), Verifier.verify(source, (bytes, all) -> steps.add(new long[] {bytes, all})));
        }
        long[] last = steps.get(steps.size() - 1);
        assertTrue(last[1] > 0);
        assertEquals(last[1], last[0]);
    }

    @Test
    void noByteCanChangeUnnoticed() throws IOException {
        byte[] sound = Files.readAllBytes(file());
        Path path = folder.resolve("flipped.stoa");
        for (int i = 0; i < sound.length; i++) {
            byte[] flipped = sound.clone();
            flipped[i] ^= (byte) (1 << (i % 8));
            Files.write(path, flipped);
            try (RangeSource source = RangeSources.open(path)) {
                assertFalse(Verifier.verify(source, (bytes, all) -> {}).isEmpty(), "byte " + i + " of " + sound.length);
            }
        }
    }

    @Test
    void everyTruncationIsNoticed() throws IOException {
        byte[] sound = Files.readAllBytes(file());
        Path path = folder.resolve("short.stoa");
        for (int length = 0; length < sound.length; length += 7) {
            Files.write(path, java.util.Arrays.copyOf(sound, length));
            try (RangeSource source = RangeSources.open(path)) {
                assertFalse(Verifier.verify(source, (bytes, all) -> {}).isEmpty(), "length " + length);
            }
        }
    }

    @Test
    void aDamagedGranuleIsNamed() throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        bytes[10] ^= 1;
        Path path = folder.resolve("damaged.stoa");
        Files.write(path, bytes);
        try (RangeSource source = RangeSources.open(path)) {
            List<Verifier.Problem> problems = Verifier.verify(source, (b, all) -> {});
            assertEquals(1, problems.size(), problems.toString());
            String text = problems.get(0).toString();
            assertTrue(text.contains("column '") && text.contains("granule 0") && text.contains("byte "), text);
        }
    }

    @Test
    void aDamagedGranuleOfManyVectorsIsNamedOnce() throws IOException {
        Path path = folder.resolve("three.stoa");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3 * Layout.VECTOR_ROWS; i++) {
            rows.add(new Object[] {"text " + i % 10});
        }
        Schema schema = Schema.of(Field.required("s", Type.of(TypeKind.STRING)));
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
        byte[] bytes = Files.readAllBytes(path);
        bytes[10] ^= 1;
        Files.write(path, bytes);
        try (RangeSource source = RangeSources.open(path)) {
            List<Verifier.Problem> problems = Verifier.verify(source, (b, all) -> {});
            assertEquals(1, problems.size(), problems.toString());
            assertTrue(problems.get(0).what().contains("granule 0 (vectors 0..2)"), problems.toString());
        }
    }

    /** A file whose checksums are all right, but whose metadata is not that of its hash. */
    @Test
    void aWrongHashIsNamed() throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        int at = bytes.length - Layout.TAIL_BYTES;
        Tail tail = Tail.read(ByteBuffer.wrap(bytes, at, Layout.TAIL_BYTES), bytes.length, "file");
        ContentHash other = new ContentHash(tail.hash().high(), tail.hash().low() ^ 1);
        byte[] forged = new Tail(
                        tail.uuid(),
                        tail.footerOffset(),
                        tail.minMaxLength(),
                        tail.nodeCount(),
                        tail.rowSetCount(),
                        tail.fieldIdCount(),
                        tail.nodeBytes(),
                        tail.footerCrc(),
                        other)
                .toBytes();
        System.arraycopy(forged, 0, bytes, at, forged.length);
        Path path = folder.resolve("forged.stoa");
        Files.write(path, bytes);
        try (RangeSource source = RangeSources.open(path)) {
            List<Verifier.Problem> problems = Verifier.verify(source, (b, all) -> {});
            assertEquals(1, problems.size(), problems.toString());
            String text = problems.get(0).toString();
            assertTrue(text.contains("the hash of the metadata is " + tail.hash() + ", stated " + other), text);
            assertTrue(text.contains("tail (byte " + at + ")"), text);
        }
    }

    /** Two files of one UUID and one length, which differ in a value: a CRC over parts with CRCs would be the same. */
    @Test
    void filesOfOneUuidAndOtherRowsHaveOtherIdentities() throws IOException {
        Set<FileIdentity> identities = new HashSet<>();
        for (long value : new long[] {42, 43}) {
            Path path = folder.resolve("value" + value + ".stoa");
            Tables.write(
                    path,
                    Schema.of(Field.required("n", Type.of(TypeKind.INT64))),
                    List.<Object[]>of(new Object[] {value}),
                    WriterOptions.DEFAULT.withUuid(new UUID(1, 2)));
            try (StoaFile file = StoaFile.open(RangeSources.open(path))) {
                identities.add(file.identity());
            }
        }
        assertEquals(2, identities.size(), identities.toString());
        assertEquals(1, identities.stream().map(FileIdentity::length).distinct().count());
    }
}
