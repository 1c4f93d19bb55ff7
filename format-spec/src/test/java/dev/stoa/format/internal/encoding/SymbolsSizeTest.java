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
package dev.stoa.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.strings.PlainFsst;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What a column of strings takes, beside {@link PlainFsst}: no kind of text may take more than 2% more. */
final class SymbolsSizeTest {
    private static final String[] WORDS =
            ("the quick brown foxes sleep blithely along furiously ironic accounts requests haggle carefully regular "
                            + "deposits even pending theodolites wake slyly above final packages")
                    .split(" ");

    private static long size(byte[][] values) {
        EncodedColumn.Values column = new EncodedColumn.Values(Physical.BYTES, values.length);
        column.bytes = values;
        return EncodedColumn.encode(column).bytes();
    }

    private static void compare(String what, int n, IntFunction<String> value) {
        byte[][] values = IntStream.range(0, n)
                .mapToObj(i -> value.apply(i).getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        long ours = size(values);
        long plain = PlainFsst.size(values);
        assertTrue(ours <= plain + plain / 50, what + ": " + ours + " bytes, plain FSST " + plain);
    }

    @Test
    void textsOfAllKinds() {
        for (int n : new int[] {300, 3000, 20_000}) {
            Random random = new Random(n);
            IntFunction<String> word = i -> WORDS[random.nextInt(WORDS.length)];
            compare(
                    "sentences",
                    n,
                    i -> word.apply(0) + " " + word.apply(0) + " " + word.apply(0) + " " + word.apply(0));
            compare(
                    "addresses",
                    n,
                    i -> "https://www." + word.apply(0) + ".example/" + word.apply(0) + "?id="
                            + random.nextInt(1 << 20));
            compare(
                    "objects",
                    n,
                    i -> "{\"name\":\"" + word.apply(0) + "\",\"age\":" + random.nextInt(90) + ",\"tags\":[\""
                            + word.apply(0) + "\"]}");
            compare(
                    "lines of a log",
                    n,
                    i -> String.format(
                            java.util.Locale.ROOT,
                            "2026-01-%02d 12:%02d:%02d INFO [worker-%d] took %d ms",
                            i * 28 / n + 1,
                            i / 60 % 60,
                            i % 60,
                            random.nextInt(8),
                            random.nextInt(1000)));
            compare(
                    "numbers in hex",
                    n,
                    i -> Integer.toHexString(random.nextInt()) + Integer.toHexString(random.nextInt()));
            compare(
                    "Greek",
                    n,
                    i -> IntStream.range(0, 4 + random.nextInt(20))
                            .collect(
                                    StringBuilder::new,
                                    (text, k) -> text.appendCodePoint(
                                            0x3B1 + Math.min(random.nextInt(24), random.nextInt(24))),
                                    StringBuilder::append)
                            .toString());
            compare(
                    "Han",
                    n,
                    i -> IntStream.range(0, 2 + random.nextInt(10))
                            .collect(
                                    StringBuilder::new,
                                    (text, k) -> text.appendCodePoint(0x4E00 + random.nextInt(400)),
                                    StringBuilder::append)
                            .toString());
        }
    }

    /** All columns of text of a folder with tables, as {@code -Dstoa.tables=FOLDER}. Prints the columns that come out worst. */
    @Test
    @EnabledIfSystemProperty(named = "stoa.tables", matches = ".+")
    void columnsOfTables() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of(System.getProperty("stoa.tables")))) {
            files = all.filter(file -> file.toString().matches(".*\\.csv(\\.gz)?"))
                    .sorted()
                    .toList();
        }
        long ours = 0;
        long plain = 0;
        double worst = 0;
        int columns = 0;
        for (Path file : files) {
            for (byte[][] values : columns(file)) {
                long mine = size(values);
                long theirs = PlainFsst.size(values);
                double ratio = (double) mine / theirs;
                ours += mine;
                plain += theirs;
                columns++;
                if (ratio > 1) {
                    System.out.printf(
                            "%s: %d values, %d bytes, plain FSST %d, ratio %.3f%n",
                            file.getFileName(), values.length, mine, theirs, ratio);
                }
                worst = Math.max(worst, ratio);
            }
        }
        System.out.printf(
                "%d columns: %d bytes, plain FSST %d, ratio %.3f, worst %.3f%n",
                columns, ours, plain, (double) ours / plain, worst);
    }

    /** The values of the columns that are not all numbers, without empty ones. */
    private static List<byte[][]> columns(Path file) throws IOException {
        List<List<byte[]>> columns = new ArrayList<>();
        List<Boolean> text = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file);
                InputStream raw = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
                BufferedReader lines = new BufferedReader(new InputStreamReader(raw, StandardCharsets.UTF_8))) {
            String first = lines.readLine();
            String separator = first != null && first.contains("|") ? "\\|" : ",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)";
            for (String line = first; line != null; line = lines.readLine()) {
                String[] cells = line.split(separator, -1);
                for (int i = 0; i < cells.length; i++) {
                    if (i == columns.size()) {
                        columns.add(new ArrayList<>());
                        text.add(false);
                    }
                    if (!cells[i].isEmpty() && !cells[i].equals("null")) {
                        columns.get(i).add(cells[i].getBytes(StandardCharsets.UTF_8));
                        boolean isText = columns.get(i).size() > 1 && !cells[i].matches("[-+0-9.eE]+");
                        text.set(i, text.get(i) || isText);
                    }
                }
            }
        }
        return IntStream.range(0, columns.size())
                .filter(text::get)
                .mapToObj(i -> columns.get(i).toArray(new byte[0][]))
                .toList();
    }
}
