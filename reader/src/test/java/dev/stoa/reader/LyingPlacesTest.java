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
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.ColumnIndex.DictionaryPart;
import dev.stoa.format.internal.meta.ColumnIndex.Extent;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.reader.MutableNode.Part;
import dev.stoa.writer.WriterOptions;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Places and numbers that a scan takes as they are: verification names those that are wrong. */
final class LyingPlacesTest {
    private static final Type STRING = Type.of(TypeKind.STRING);

    @TempDir
    Path folder;

    /** A part of the data of a column: an extent or a dictionary, by its number. */
    private record Place(int node, boolean isDictionary, int number, long offset, long end, String what) {
        /** Moves it by some bytes. */
        void move(IndexParts parts, int by) {
            if (isDictionary) {
                DictionaryPart part = parts.dictionaries.get(number);
                parts.dictionaries.set(
                        number,
                        new DictionaryPart(
                                part.encoding(), part.entries(), part.offset() + by, part.length(), part.crc()));
            } else {
                Extent extent = parts.extents.get(number);
                parts.extents.set(number, new Extent(extent.offset() + by, extent.granules()));
            }
        }
    }

    private static Type type(SmallFiles.Kind kind, int node) {
        return SmallFiles.schema(kind).fields().get(node).type();
    }

    /** The data of all columns in the order of the file. */
    private static List<Place> places(SmallFiles.Kind kind, MutableFile file) throws Exception {
        List<Place> places = new ArrayList<>();
        for (int node = 0; node < file.nodes.size(); node++) {
            ColumnIndex index = file.index(node, type(kind, node));
            String name = "'" + SmallFiles.schema(kind).fields().get(node).name() + "'";
            int granule = 0;
            for (int i = 0; i < index.extents().size(); i++) {
                long offset = index.extents().get(i).offset();
                long end = offset;
                for (int n = index.extents().get(i).granules(); n > 0; n--) {
                    int paged = index.pagedOrdinal(index.granuleStart(granule));
                    end += index.granuleLength(granule++);
                    end += paged < 0 ? 0 : index.pagedVectors().get(paged).storedLength();
                }
                places.add(new Place(node, false, i, offset, end, "granules of " + name));
            }
            for (int i = 0; i < index.dictionaries().size(); i++) {
                DictionaryPart part = index.dictionaries().get(i);
                places.add(new Place(
                        node, true, i, part.offset(), part.offset() + part.length(), "a dictionary of " + name));
            }
        }
        places.removeIf(place -> place.end() == place.offset());
        places.sort(Comparator.comparingLong(Place::offset));
        return places;
    }

    /** What is found after a part was moved. */
    private static List<String> overlaps(SmallFiles.Kind kind, Place place, int by) throws Exception {
        MutableFile file = new MutableFile(SmallFiles.bytes(kind));
        IndexParts parts = new IndexParts(file.index(place.node(), type(kind, place.node())), false);
        place.move(parts, by);
        List<Verifier.Problem> problems =
                HostileReads.verify(file.index(place.node(), parts.bytes()).toBytes());
        assertNotEquals(List.of(), problems);
        return problems.stream()
                .map(Verifier.Problem::toString)
                .filter(problem -> problem.endsWith(" overlap"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"FLAT", "TEXT", "PAGED"})
    void aPartThatBeginsOrEndsInAnother(SmallFiles.Kind kind) throws Exception {
        MutableFile file = new MutableFile(SmallFiles.bytes(kind));
        String firstIndex = "the index of column '"
                + SmallFiles.schema(kind).fields().get(0).name() + "'";
        List<Place> places = places(kind, file);
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            boolean isLast = i == places.size() - 1;
            long next = isLast ? file.data.length : places.get(i + 1).offset();
            String after = isLast ? firstIndex : places.get(i + 1).what();
            assertEquals(next, place.end(), "no gaps");
            assertEquals(
                    List.of("byte " + next + ": " + place.what() + " and " + after + " overlap"),
                    overlaps(kind, place, 1));
            List<String> before = i == 0
                    ? List.of() // the header: the reader refuses that
                    : List.of("byte " + (place.offset() - 1) + ": "
                            + places.get(i - 1).what() + " and " + place.what() + " overlap");
            assertEquals(before, overlaps(kind, place, -1));
        }
    }

    /** Two lists exchange the numbers of the row sets of their elements; nothing else is wrong. */
    @Test
    void rowSetsOfElementsAreInTheOrderOfLists() throws Exception {
        MutableFile file = new MutableFile(SmallFiles.bytes(SmallFiles.Kind.NESTED));
        for (int node = 0; node < file.nodes.size(); node++) {
            for (Part part : List.of(Part.ROW_SET, Part.CHILD_ROW_SET)) {
                if (file.nodes.get(node).has(part) && List.of(1L, 2L).contains(file.get(node, part))) {
                    file.node(node, part, 3 - file.get(node, part));
                }
            }
        }
        Collections.swap(file.rowSets, 1, 2);
        assertEquals(
                List.of("column 'm': row set 1 of its elements is out of order"),
                HostileReads.verify(file.toBytes()).stream()
                        .map(Verifier.Problem::toString)
                        .toList());
    }

    /** The encoding of a dictionary's entries counts as much as that of vectors. */
    @Test
    void anEncodingOfADictionaryIsDeclared() throws Exception {
        Path path = folder.resolve("dictionary.stoa");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            rows.add(new Object[] {"a text of the number " + i * 7919 % 13 + " " + i % 13});
        }
        Tables.write(path, Schema.of(Field.required("s", STRING)), rows, WriterOptions.DEFAULT);
        MutableFile file = new MutableFile(Files.readAllBytes(path));
        assertEquals(List.of(), HostileReads.verify(file.toBytes()));
        ColumnIndex index = file.index(0, STRING);
        Set<Integer> undeclared = new TreeSet<>();
        index.dictionaries().forEach(part -> part.encoding().ids(undeclared::add));
        index.blocks().forEach(block -> block.encoding().ids(undeclared::remove));
        assertFalse(undeclared.isEmpty(), "entries have an encoding of their own");
        Properties properties = Properties.read(ByteBuffer.wrap(file.properties), file.nodes.size(), "properties");
        file.properties = new Properties(
                        properties.createdBy(),
                        properties.encodings().stream()
                                .filter(encoding -> !undeclared.contains(encoding.id()))
                                .toList(),
                        properties.sortColumns(),
                        properties.keyValues())
                .toBytes();
        assertEquals(
                undeclared.stream()
                        .map(id -> "properties: encoding " + id + " ("
                                + EncodingId.ofCode(id).orElseThrow() + ") is used but not declared")
                        .toList(),
                HostileReads.verify(file.toBytes()).stream()
                        .map(Verifier.Problem::toString)
                        .toList());
    }
}
