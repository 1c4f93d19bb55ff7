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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.format.internal.meta.ColumnIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Symbols for the entries of a dictionary of texts: those of the column, or a table of their own. */
class EntrySymbolsTest {
    private static final Schema SCHEMA = Schema.of(Field.nullable("c", Type.of(TypeKind.STRING)));
    private static final int VECTOR = 4096;

    private final Random random = new Random(11);

    @TempDir
    Path folder;

    /** Texts of three words out of two hundred that consist of some letters. */
    private List<String> texts(String letters, int n) {
        List<String> words = IntStream.range(0, 200)
                .mapToObj(w -> random.ints(7, 0, letters.length())
                        .mapToObj(at -> letters.substring(at, at + 1))
                        .reduce("", String::concat))
                .toList();
        return IntStream.range(0, n)
                .mapToObj(i -> words.get(random.nextInt(200))
                        + words.get(random.nextInt(200))
                        + words.get(random.nextInt(200)))
                .toList();
    }

    /** A vector of texts that differ, then vectors of texts that occur ten times each. */
    private ColumnIndex write(List<String> first, List<String> entries, EncodingProfile profile) throws IOException {
        List<Object[]> rows = new ArrayList<>();
        first.forEach(text -> rows.add(new Object[] {text}));
        for (int i = 0; i < 10 * entries.size(); i++) {
            rows.add(new Object[] {entries.get(random.nextInt(entries.size()))});
        }
        Path file = folder.resolve(profile + ".stoa");
        try (StoaWriter writer = TestFiles.create(file, SCHEMA, WriterOptions.DEFAULT.withProfile(profile))) {
            writer.write(TestFiles.batch(SCHEMA, rows));
            writer.finish();
        }
        RoundTripTest.compare(file, SCHEMA, rows);
        return new StoredFile(file).index(0).orElseThrow();
    }

    private static ColumnIndex.DictionaryPart entries(ColumnIndex index) {
        OptionalInt ordinal = index.blocks().stream()
                .map(block -> block.encoding().belowValidity())
                .filter(encoding -> encoding.id() == EncodingId.DICTIONARY)
                .map(encoding -> encoding.dictionary())
                .findFirst()
                .orElseThrow();
        return index.dictionaries().get(ordinal.getAsInt());
    }

    @Test
    void entriesUnlikeTheFirstTextsHaveTheirOwn() throws IOException {
        ColumnIndex index = write(texts("abcdefgh", VECTOR), texts("STUVWXYZ", VECTOR), EncodingProfile.DEFAULT);
        assertEquals(3, index.dictionaries().size());
        ColumnIndex.DictionaryPart entries = entries(index);
        assertEquals(OptionalInt.of(2), entries.encoding().dictionary());
        // 21 letters: three symbols of a byte or two each, with a count
        assertTrue(entries.length() < VECTOR * 7, entries.length() + " bytes");
    }

    @ParameterizedTest
    @EnumSource(names = {"DEFAULT", "COMPACT"})
    void entriesLikeTheFirstTextsUseTheirs(EncodingProfile profile) throws IOException {
        List<String> texts = texts("abcdefgh", 2 * VECTOR);
        ColumnIndex index = write(texts.subList(0, VECTOR), texts.subList(VECTOR, 2 * VECTOR), profile);
        assertEquals(2, index.dictionaries().size());
    }
}
