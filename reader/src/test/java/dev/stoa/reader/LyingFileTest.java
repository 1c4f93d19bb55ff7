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

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.ColumnIndex.Block;
import dev.stoa.format.internal.meta.ColumnIndex.DictionaryPart;
import dev.stoa.format.internal.meta.ColumnIndex.Extent;
import dev.stoa.format.internal.meta.ColumnIndex.Page;
import dev.stoa.format.internal.meta.ColumnIndex.PagedVector;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.reader.MutableNode.Part;
import dev.stoa.writer.WriterOptions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files whose checksums are all right and whose metadata lie: each lie is refused by a message that names the file and the
 * part, before anything of the claimed size is allocated.
 */
@Tag("once")
final class LyingFileTest {
    private static final Type INT64 = Type.of(TypeKind.INT64);
    private static final Type STRING = Type.of(TypeKind.STRING);
    private static final Type LIST_OF_STRINGS =
            SmallFiles.schema(SmallFiles.Kind.NESTED).fields().get(0).type();

    @TempDir
    Path folder;

    private MutableFile file(SmallFiles.Kind kind) throws Exception {
        return new MutableFile(SmallFiles.bytes(kind));
    }

    /** Reading fails, and verification finds something. */
    private static void refused(MutableFile file, String... words) {
        byte[] bytes = file.toBytes();
        HostileReads.Outcome outcome = HostileReads.read(bytes);
        String message = assertInstanceOf(HostileReads.Outcome.Refused.class, outcome, "not refused")
                .message();
        for (String word : words) {
            assertTrue(message.contains(word), () -> "'" + word + "' is not in: " + message);
        }
        assertNotEquals(List.of(), HostileReads.verify(bytes), message);
    }

    @Test
    void aFilePutTogetherAgainIsSound() throws Exception {
        for (SmallFiles.Kind kind : SmallFiles.Kind.values()) {
            HostileReads.Outcome outcome = HostileReads.read(file(kind).toBytes());
            assertInstanceOf(HostileReads.Outcome.Content.class, outcome, kind + ": " + outcome);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 4999, 5001, 1L << 31, 1L << 42, (1L << 42) + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void rowCounts(long rows) throws Exception {
        MutableFile file = file(SmallFiles.Kind.FLAT);
        file.rowSet64(0, MutableFile.ROW_SET_ROWS, rows);
        refused(file);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 1000, 1L << 40, Long.MAX_VALUE})
    void elementCounts(long rows) throws Exception {
        for (int rowSet = 1; rowSet < file(SmallFiles.Kind.NESTED).rowSets.size(); rowSet++) {
            refused(file(SmallFiles.Kind.NESTED).rowSet64(rowSet, MutableFile.ROW_SET_ROWS, rows));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 100, 1 << 24, Integer.MAX_VALUE})
    void treesThatAreNone(int value) throws Exception {
        MutableFile sound = file(SmallFiles.Kind.NESTED);
        for (int node = 0; node < sound.nodes.size(); node++) {
            for (Part part : List.of(Part.PARENT, Part.END, Part.ROW_SET, Part.CHILD_ROW_SET)) {
                if (sound.nodes.get(node).has(part) && sound.get(node, part) != value) {
                    refused(file(SmallFiles.Kind.NESTED).node(node, part, value));
                }
            }
        }
        for (int rowSet = 0; rowSet < sound.rowSets.size(); rowSet++) {
            for (int field : new int[] {MutableFile.ROW_SET_PARENT, MutableFile.ROW_SET_END}) {
                if (MutableFile.le(sound.rowSets.get(rowSet)).getInt(field) != value) {
                    refused(file(SmallFiles.Kind.NESTED).rowSet(rowSet, field, value), "row set");
                }
            }
        }
    }

    @Test
    void nullsInColumnsThatClaimToHaveNone() throws Exception {
        int lies = 0;
        for (SmallFiles.Kind kind : SmallFiles.Kind.values()) {
            MutableFile sound = file(kind);
            for (int node = 0; node < sound.nodes.size(); node++) {
                // top-level columns with nulls, but for the null type, which must be nullable
                if (sound.get(node, Part.PARENT) == -1
                        && sound.get(node, Part.NULL_COUNT) > 0
                        && sound.get(node, Part.TYPE) != 0) {
                    refused(file(kind).node(node, Part.FLAGS, sound.get(node, Part.FLAGS) & ~1), "nullable");
                    lies++;
                }
            }
        }
        assertTrue(lies > 3, lies + " columns with nulls");
    }

    @Test
    void namesThatAreTwiceOrOfOtherLength() throws Exception {
        MutableFile twice = file(SmallFiles.Kind.TEXT);
        System.arraycopy(twice.nodes.get(0).name(), 0, twice.nodes.get(1).name(), 0, "city".length());
        refused(twice, "two fields are named 'city'");
        for (int length : new int[] {-1, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refused(file(SmallFiles.Kind.FLAT).node(0, Part.NAME_LENGTH, length), "node 0");
            refused(file(SmallFiles.Kind.FLAT).node(0, Part.LENGTH, length), "node 0");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 7, 1 << 20, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE})
    void placesOfIndexes(long offset) throws Exception {
        refused(file(SmallFiles.Kind.TEXT).node(0, Part.INDEX_OFFSET, offset));
        refused(file(SmallFiles.Kind.TEXT).node(0, Part.MINMAX_OFFSET, offset));
        refused(file(SmallFiles.Kind.TEXT).node(1, Part.INDEX_LENGTH, offset));
        if (offset != 0) {
            refused(file(SmallFiles.Kind.TEXT).node(1, Part.MINMAX_LENGTH, offset));
        }
    }

    @Test
    void theIndexOfAnotherColumn() throws Exception {
        MutableFile file = file(SmallFiles.Kind.NESTED);
        for (int node = 0; node < file.nodes.size(); node++) {
            for (int other = 0; other < file.nodes.size(); other++) {
                if (other != node) {
                    HostileReads.read(file(SmallFiles.Kind.NESTED)
                            .index(node, file.indexes.get(other))
                            .toBytes());
                }
            }
        }
        refused(file.index(0, file.indexes.get(1)), "column 'tags'");
    }

    /** Changes a part of an index. */
    @FunctionalInterface
    private interface Lie {
        void tell(IndexParts parts);
    }

    private void refusedIndex(SmallFiles.Kind kind, int node, Type type, Lie lie, String... words) throws Exception {
        MutableFile file = file(kind);
        IndexParts parts =
                new IndexParts(file.index(node, type), type.kind() == TypeKind.LIST || type.kind() == TypeKind.MAP);
        lie.tell(parts);
        refused(file.index(node, parts.bytes()), words);
    }

    @Test
    void placesAndLengthsOfGranules() throws Exception {
        for (long offset : new long[] {0, 7, -1, 1L << 40, Long.MAX_VALUE, Long.MAX_VALUE - 20}) {
            refusedIndex(
                    SmallFiles.Kind.FLAT,
                    0,
                    INT64,
                    p -> p.extents.set(0, new Extent(offset, p.extents.get(0).granules())),
                    "column 'id'",
                    "index");
        }
        for (int length : new int[] {1, 1 << 20, (1 << 20) + 1, Integer.MAX_VALUE}) {
            refusedIndex(SmallFiles.Kind.FLAT, 0, INT64, p -> p.lengths[0] = length, "column 'id'");
        }
        refusedIndex(SmallFiles.Kind.PAGED, 0, STRING, p -> p.extents.set(0, new Extent(8, 0)), "column 'doc'");
    }

    @Test
    void countsOfVectors() throws Exception {
        refusedIndex(SmallFiles.Kind.FLAT, 0, INT64, p -> p.counts[0] = 1 + p.counts[0], "column 'id'");
        refusedIndex(SmallFiles.Kind.FLAT, 0, INT64, p -> p.counts[0] = 4097, "column 'id'");
        refusedIndex(SmallFiles.Kind.FLAT, 0, INT64, p -> p.counts[0] = 0, "column 'id'");
        refusedIndex(
                SmallFiles.Kind.FLAT,
                0,
                INT64,
                p -> p.blocks.add(new Block(1, new IntegerEncoding.Pfor())),
                "column 'id'");
        refusedIndex(
                SmallFiles.Kind.FLAT,
                0,
                INT64,
                p -> p.blocks.set(0, new Block(Integer.MAX_VALUE, new IntegerEncoding.Pfor())),
                "column 'id'");
        refusedIndex(SmallFiles.Kind.FLAT, 0, INT64, p -> p.blocks.clear(), "column 'id'");
    }

    @Test
    void countsThatNoBytesFollow() throws Exception {
        for (long count : new long[] {1 << 10, 1 << 30, Integer.MAX_VALUE, 1L << 40, -1}) {
            for (int before = 0; before < 4; before++) {
                ByteSink out = new ByteSink();
                out.u8(0);
                for (int i = 0; i < before; i++) {
                    out.varint(0);
                }
                out.varint(count);
                refused(file(SmallFiles.Kind.FLAT).index(0, out.toByteArray()), "column 'id'");
            }
        }
    }

    @Test
    void anEncodingThatIsNotKnown() throws Exception {
        MutableFile file = file(SmallFiles.Kind.FLAT);
        byte[] index = file.indexes.get(0).clone();
        ColumnIndex read = file.index(0, INT64);
        int at = 0; // of the short form
        if (index[0] == 0) {
            ByteSink tree = new ByteSink();
            read.blocks().get(0).encoding().write(tree);
            byte[] block = {(byte) read.blocks().get(0).vectors(), tree.toByteArray()[0]};
            at = new String(index, StandardCharsets.ISO_8859_1)
                    .indexOf(new String(block, StandardCharsets.ISO_8859_1), 4);
        }
        index[at + 1] = 99;
        refused(file.index(0, index), "encoding 99", "column 'id'", "newer");
    }

    @Test
    void dictionaries() throws Exception {
        int node = 0;
        MutableFile file = file(SmallFiles.Kind.TEXT);
        assertTrue(!file.index(node, STRING).dictionaries().isEmpty(), "the column has a dictionary");
        for (int entries : new int[] {0, 1, 4, 100, 1 << 20, (1 << 20) + 1, Integer.MAX_VALUE}) {
            refusedDictionary(node, d -> new DictionaryPart(d.encoding(), entries, d.offset(), d.length(), d.crc()));
        }
        for (int length : new int[] {0, 1, 1 << 20, 1 << 26, Integer.MAX_VALUE}) {
            refusedDictionary(node, d -> new DictionaryPart(d.encoding(), d.entries(), d.offset(), length, d.crc()));
        }
        for (long offset : new long[] {0, 9, 1L << 40, -1, Long.MAX_VALUE}) {
            refusedDictionary(node, d -> new DictionaryPart(d.encoding(), d.entries(), offset, d.length(), d.crc()));
        }
        refusedIndex(SmallFiles.Kind.TEXT, node, STRING, p -> p.dictionaries.clear(), "column 'city'");
    }

    private void refusedDictionary(int node, UnaryOperator<DictionaryPart> lie) throws Exception {
        refusedIndex(
                SmallFiles.Kind.TEXT,
                node,
                STRING,
                p -> p.dictionaries.set(0, lie.apply(p.dictionaries.get(0))),
                "column 'city'");
    }

    @Test
    void pages() throws Exception {
        refusedPages(p ->
                new PagedVector(p.vector(), p.pages().subList(0, p.pages().size() - 1)));
        refusedPages(p -> new PagedVector(p.vector() + 1, p.pages()));
        for (int raw : new int[] {0, 1, 1 << 20, (1 << 20) + 1, Integer.MAX_VALUE}) {
            refusedPages(p -> with(
                    p,
                    new Page(0, raw, p.pages().get(0).length(), p.pages().get(0).crc())));
        }
        for (int length : new int[] {0, 1, 1 << 20, 1 << 22, Integer.MAX_VALUE}) {
            refusedPages(p -> with(
                    p,
                    new Page(
                            0,
                            p.pages().get(0).rawLength(),
                            length,
                            p.pages().get(0).crc())));
        }
        for (int first : new int[] {1, 4095, 4096}) {
            Page[] page = new Page[1];
            refusedPages(p -> {
                page[0] = p.pages().get(0);
                return with(p, new Page(first, page[0].rawLength(), page[0].length(), page[0].crc()));
            });
        }
        refusedIndex(SmallFiles.Kind.PAGED, 0, STRING, p -> p.paged.clear(), "column 'doc'");
    }

    private static PagedVector with(PagedVector vector, Page first) {
        List<Page> pages = new ArrayList<>(vector.pages());
        pages.set(0, first);
        return new PagedVector(vector.vector(), pages);
    }

    private void refusedPages(UnaryOperator<PagedVector> lie) throws Exception {
        refusedIndex(SmallFiles.Kind.PAGED, 0, STRING, p -> p.paged.set(0, lie.apply(p.paged.get(0))), "column 'doc'");
    }

    @Test
    void startsOfElements() throws Exception {
        Path path = folder.resolve("lists.stoa");
        List<Object[]> rows = Collections.nCopies(5000, new Object[] {List.of("x")});
        Tables.write(path, Schema.of(Field.nullable("tags", LIST_OF_STRINGS)), rows, WriterOptions.DEFAULT);
        byte[] lists = Files.readAllBytes(path);
        for (long start : new long[] {-1, 0, 4095, 4097, 5001, 1L << 42, Long.MAX_VALUE}) {
            MutableFile file = new MutableFile(lists);
            IndexParts parts = new IndexParts(file.index(0, LIST_OF_STRINGS), true);
            parts.childStarts[1] = start;
            refused(file.index(0, parts.bytes()), "column 'tags'");
        }
    }

    @Test
    void claimsOfManyBytesInFew() throws Exception {
        MutableFile file = file(SmallFiles.Kind.PAGED);
        IndexParts parts = new IndexParts(file.index(0, STRING), false);
        PagedVector vector = parts.paged.get(0);
        List<Page> pages = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            pages.add(new Page(0, 1 << 20, 4, 0));
        }
        parts.paged.set(0, new PagedVector(vector.vector(), pages));
        refused(file.index(0, parts.bytes()), "column 'doc'", "length of a page");
    }

    @Test
    void dictionariesThatShareTheirBytes() throws Exception {
        refusedIndex(
                SmallFiles.Kind.TEXT,
                0,
                STRING,
                p -> p.dictionaries.addAll(Collections.nCopies(1000, p.dictionaries.get(0))),
                "column 'city'",
                "stored bytes in all");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65_537, Integer.MAX_VALUE, 3})
    void zones(int vectors) throws Exception {
        refused(file(SmallFiles.Kind.FLAT).rowSet(0, MutableFile.ROW_SET_ZONE_VECTORS, vectors));
    }

    @Test
    void propertiesOfColumnsThatAreNotThere() throws Exception {
        MutableFile file = file(SmallFiles.Kind.FLAT);
        ByteSink out = new ByteSink();
        out.text("x");
        out.varint(0);
        out.varint(1);
        out.varint(1 << 20);
        out.u8(0);
        out.varint(0);
        out.varint(0);
        out.u32(0);
        file.properties = out.toByteArray();
        refused(file, "sort column");
    }

    @Test
    void aRequiredEntryThatIsNotKnown() throws Exception {
        MutableFile file = file(SmallFiles.Kind.FLAT);
        ByteSink out = new ByteSink();
        byte[] before = file.properties;
        out.bytes(before, 0, before.length - 5);
        out.varint(1);
        out.varint(33);
        out.varint(0);
        out.u32(0);
        file.properties = out.toByteArray();
        refused(file, "required entry 33", "newer");
    }

    @Test
    void manyPagesThatShareTheirBytes() throws Exception {
        byte[] bytes = wide(2000).toBytes();
        Tail tail = Tail.read(ByteBuffer.wrap(bytes, bytes.length - 88, 88), bytes.length, "x");
        ByteBuffer index = MutableFile.le(bytes).position((int) tail.pageIndexOffset(bytes.length));
        int from = index.position();
        int pages = tail.nodePages();
        for (int page = 0; page < pages; page++) {
            index.putInt(0).putInt(tail.nodeBytes());
        }
        index.putInt(Layout.crc(bytes, from, pages * PagedIndex.ENTRY_BYTES));
        HostileReads.Outcome outcome = HostileReads.read(signed(bytes, tail));
        String message = assertInstanceOf(HostileReads.Outcome.Refused.class, outcome, "not refused")
                .message();
        assertTrue(message.contains("overlap"), message);
    }

    /** Makes the footer's CRC right. */
    private static byte[] signed(byte[] bytes, Tail tail) {
        int footer = (int) tail.footerOffset();
        byte[] signed = new Tail(
                        tail.uuid(),
                        tail.footerOffset(),
                        tail.minMaxLength(),
                        tail.nodeCount(),
                        tail.rowSetCount(),
                        tail.fieldIdCount(),
                        tail.nodeBytes(),
                        Layout.crc(bytes, footer, bytes.length - Layout.TAIL_BYTES - footer),
                        tail.hash())
                .toBytes();
        System.arraycopy(signed, 0, bytes, bytes.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES);
        return bytes;
    }

    private MutableFile wide(int columns) throws Exception {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            fields.add(Field.nullable("c" + i, INT64));
        }
        Path path = folder.resolve("wide");
        Tables.write(path, new Schema(fields), List.of(), WriterOptions.DEFAULT);
        return new MutableFile(Files.readAllBytes(path));
    }

    @Test
    void aFooterThatIsNotReadWhole() throws Exception {
        MutableFile file = wide(1000);
        assertInstanceOf(HostileReads.Outcome.Content.class, HostileReads.read(file.toBytes()));
        byte[] sound = file.toBytes();
        for (int at = (int) file.dataEnd(); at < sound.length; at += 97) {
            byte[] bad = sound.clone();
            bad[at] ^= 0x10;
            assertInstanceOf(HostileReads.Outcome.Refused.class, HostileReads.read(bad), "byte " + at);
        }
        assertTrue(sound.length - file.dataEnd() > 16 << 10, "a long footer");
    }
}
