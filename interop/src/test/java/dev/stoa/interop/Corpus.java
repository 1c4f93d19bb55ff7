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
package dev.stoa.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The optional folder of files by other writers, with what other readers found in them: the system property {@code
 * stoa.corpora}, or {@code ../shared/corpora} beside the repository.
 */
public final class Corpus {
    private Corpus() {}

    /** One file and what is expected of it. */
    public record Entry(String name, Path file, JsonNode expected) {
        public boolean isOk() {
            return expected.path("status").asText().equals("ok");
        }
    }

    /** The folder, if it is there. */
    public static Optional<Path> find() {
        String property = System.getProperty("stoa.corpora");
        Path folder = property != null ? Path.of(property) : Path.of("../../shared/corpora");
        return Files.isDirectory(folder) ? Optional.of(folder) : Optional.empty();
    }

    /** The entries of a kind below a folder that has {@code expected.json} files. */
    public static List<Entry> entries(Path corpora, String folder, String kind) throws IOException {
        List<Entry> entries = new ArrayList<>();
        List<Path> lists;
        try (Stream<Path> found = Files.find(corpora.resolve(folder), 3, (p, a) -> p.endsWith("expected.json"))) {
            lists = found.sorted().toList();
        }
        for (Path list : lists) {
            JsonNode files = new ObjectMapper().readTree(list.toFile());
            files.fieldNames().forEachRemaining(name -> {
                JsonNode expected = files.get(name);
                Path file = list.resolveSibling(name);
                if (expected.path("kind").asText().equals(kind) && Files.exists(file)) {
                    entries.add(new Entry(corpora.relativize(file).toString().replace('\\', '/'), file, expected));
                }
            });
        }
        return entries;
    }

    /** The nested tables, one Parquet file in each folder. */
    public static List<Entry> nested(Path corpora) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> folders = Files.list(corpora.resolve("nested-real"))) {
            for (Path folder : folders.sorted().toList()) {
                JsonNode expected = new ObjectMapper()
                        .readTree(folder.resolve("expected.json").toFile());
                Path file = folder.resolve("data.zstd.parquet");
                entries.add(new Entry(corpora.relativize(file).toString().replace('\\', '/'), file, expected));
            }
        }
        return entries;
    }

    /** What differs between a read-out and what is expected; empty if nothing does. */
    public static List<String> differences(CorpusReadout got, JsonNode expected) {
        List<String> differences = new ArrayList<>();
        compare("rows", expected.path("rows").asLong(), got.rows(), differences);
        JsonNode columns = expected.path("columns");
        compare("number of columns", columns.size(), got.columns().size(), differences);
        for (int i = 0; i < Math.min(columns.size(), got.columns().size()); i++) {
            JsonNode wanted = columns.get(i);
            CorpusReadout.Column column = got.columns().get(i);
            String at = "column " + wanted.path("name").asText() + " ("
                    + wanted.path("type").asText() + "): ";
            compare(at + "name", wanted.path("name").asText(), column.name(), differences);
            compare(at + "nulls", wanted.path("nulls").asLong(), column.nulls(), differences);
            compare(at + "checksum", wanted.path("checksum").asText(), column.checksum(), differences);
            bound(at + "min", wanted.path("min"), column.min(), differences);
            bound(at + "max", wanted.path("max"), column.max(), differences);
        }
        if (differences.isEmpty()) {
            compare("row checksum", expected.path("row_checksum").asText(), got.rowChecksum(), differences);
        }
        return differences;
    }

    private static void compare(String what, Object wanted, Object got, List<String> differences) {
        if (!wanted.equals(got)) {
            differences.add(what + " is " + got + ", expected " + wanted);
        }
    }

    private static void bound(String what, JsonNode wanted, Optional<Object> got, List<String> differences) {
        if (wanted.isNull() || wanted.isMissingNode()) {
            return;
        }
        boolean equal = got.isPresent() && equal(wanted, got.get());
        if (!equal) {
            String shown = got.map(o -> o instanceof byte[] bytes ? show(bytes) : o.toString())
                    .orElse("absent");
            differences.add(what + " is " + shown + ", expected " + wanted);
        }
    }

    private static boolean equal(JsonNode wanted, Object got) {
        if (got instanceof byte[] bytes) {
            return wanted.asText().equals(show(bytes));
        }
        if (got instanceof BigDecimal number) {
            return number.compareTo(new BigDecimal(wanted.asText())) == 0;
        }
        double number = (Double) got;
        String text = wanted.asText();
        return switch (text) {
            case "inf" -> number == Double.POSITIVE_INFINITY;
            case "-inf" -> number == Double.NEGATIVE_INFINITY;
            default -> number == Double.parseDouble(text);
        };
    }

    /** Bytes as text, those that are not UTF-8 as {@code \xNN}, cut after 200 characters. */
    private static String show(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer chars = CharBuffer.allocate(bytes.length + 1);
        StringBuilder text = new StringBuilder();
        while (true) {
            CoderResult result = decoder.decode(in, chars, true);
            text.append(chars.flip());
            chars.clear();
            if (!result.isError()) {
                break;
            }
            for (int i = 0; i < result.length(); i++) {
                text.append(String.format("\\x%02x", in.get() & 0xFF));
            }
            decoder.reset();
        }
        int length = text.codePointCount(0, text.length());
        return length <= 200
                ? text.toString()
                : text.substring(0, text.offsetByCodePoints(0, 200)) + "...(" + bytes.length + " bytes)";
    }
}
