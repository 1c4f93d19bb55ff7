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
package dev.stoa.reader.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Golden files hold the bytes of the format still: they are read, by both readers, to the content that stands beside
 * them, and written again, to the same bytes. A deliberate change of the bytes of edition 1 is made by running this test
 * with {@code -Dstoa.golden.update=true}; say why in {@code docs/adr}.
 */
class GoldenFilesTest {
    private static final Path FOLDER =
            ReferenceDecoder.root().resolve("format-spec/src/test/resources/golden/edition-1");
    private static final boolean UPDATE = Boolean.getBoolean("stoa.golden.update");
    private static final int MAX_LINE = 1000;
    private static final int MAX_LINES = 100;

    @TempDir
    Path folder;

    static List<GoldenFile> files() {
        return GoldenFile.all();
    }

    @ParameterizedTest
    @MethodSource("files")
    void writerMakesTheSameBytes(GoldenFile golden) throws IOException {
        Path made = folder.resolve("made.stoa");
        golden.write(made);
        List<String> content = brief(CanonicalJson.rows(golden.batch()));
        if (UPDATE) {
            Files.createDirectories(FOLDER);
            Files.copy(made, stoa(golden), StandardCopyOption.REPLACE_EXISTING);
            Files.writeString(
                    json(golden),
                    String.join("", content.stream().map(line -> line + "\n").toList()));
        }
        assertEquals(Files.readAllLines(json(golden), StandardCharsets.UTF_8), content);
        byte[] expected = Files.readAllBytes(stoa(golden));
        int at = Arrays.mismatch(expected, Files.readAllBytes(made));
        assertEquals(
                -1,
                at,
                () -> stoa(golden) + ": the writer makes other bytes, from byte " + at
                        + " on. If that is meant, run this test with -Dstoa.golden.update=true and say why in docs/adr");
    }

    @ParameterizedTest
    @MethodSource("files")
    void referenceDecoderReads(GoldenFile golden) throws IOException {
        List<String> expected = Files.readAllLines(json(golden), StandardCharsets.UTF_8);
        assertEquals(expected, brief(ReferenceDecoder.lines("rows", stoa(golden))));
        assertTrue(ReferenceDecoder.lines("check", stoa(golden)).get(0).startsWith("good"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void readerReads(GoldenFile golden) throws IOException {
        List<String> rows = new ArrayList<>();
        try (RangeSource source = RangeSources.open(stoa(golden));
                StoaFile file = StoaFile.open(source);
                Scan scan = file.scan().selectAll().build()) {
            assertEquals(golden.batch().schema(), scan.schema());
            while (scan.next()) {
                rows.addAll(CanonicalJson.rows(scan.batch()));
            }
        }
        assertEquals(Files.readAllLines(json(golden), StandardCharsets.UTF_8), brief(rows));
    }

    /** The golden files are worth little where they lack an encoding. */
    @Test
    void everyEncodingIsThere() throws IOException {
        Set<String> used = new TreeSet<>();
        for (GoldenFile golden : files()) {
            String meta = String.join("\n", ReferenceDecoder.lines("meta", stoa(golden)));
            Matcher names = Pattern.compile("\\b[A-Z_]{2,}[0-9]?\\b").matcher(meta);
            names.results().forEach(name -> used.add(name.group()));
        }
        Set<String> all =
                Arrays.stream(EncodingId.values()).map(EncodingId::name).collect(Collectors.toSet());
        assertTrue(used.containsAll(all), () -> used + " of " + all);
    }

    private static Path stoa(GoldenFile golden) {
        return FOLDER.resolve(golden.name() + ".stoa");
    }

    private static Path json(GoldenFile golden) {
        return FOLDER.resolve(golden.name() + ".jsonl");
    }

    /** Long lines, and the lines between the first and the last ones of many, are replaced by their digest. */
    private static List<String> brief(List<String> rows) {
        List<String> lines = new ArrayList<>();
        int half = MAX_LINES / 2;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.size() > MAX_LINES && i == half) {
                int end = rows.size() - half;
                lines.add((end - i) + " rows, " + digest(String.join("\n", rows.subList(i, end))));
                i = end;
            }
            String row = rows.get(i);
            lines.add(row.length() > MAX_LINE ? row.substring(0, 40) + "... " + digest(row) : row);
        }
        return lines;
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "SHA-256 " + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
