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
package dev.stoa.benchmarks.engines;

import dev.stoa.hive.HiveSession;
import dev.stoa.hive.StoaOutputFormat;
import dev.stoa.hive.StoaSerDe;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The table {@code sales} of {@link HiveMicro}: {@code id} and {@code sold} ascend, all other columns have no order.
 * The same number of rows gives the same table.
 */
final class SalesTable {
    private static final String TEXT = "sales_text";
    private static final String COLUMNS = "(id bigint, k bigint, day date, sold timestamp, price decimal(12,2),"
            + " weight double, quantity int, flag string, city string, name string, note string)";
    private static final long SEED = 8;
    private static final int LONGEST_STEP = 3;
    private static final int KEYS = 1_000_000;
    private static final int DAYS = 730;
    private static final int PEOPLE = 200_000;
    private static final LocalDate FIRST_DAY = LocalDate.of(2024, 1, 1);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final String[] FLAGS = {"new", "paid", "sent", "back"};
    private static final String[] CITIES = {
        "Berlin", "Bern", "Delft", "Graz", "Leeds", "Lille", "Lyon", "Malmö", "Oslo", "Porto", "Turin", "Utrecht"
    };
    private static final String[] WORDS = {
        "parcel", "gift", "leave", "with", "neighbour", "ring", "twice", "call", "before", "noon", "fragile", "return",
        "old", "device", "invoice", "by", "mail", "second", "floor", "garden"
    };

    private SalesTable() {}

    /**
     * Makes a database for each format, with the same rows.
     *
     * @return the greatest {@code id}
     */
    static long create(HiveSession hive, int rows) throws Exception {
        Path folder = hive.folder(TEXT);
        long ids = write(folder.resolve("rows"), rows);
        hive.run("create external table " + TEXT + " " + COLUMNS
                + " row format delimited fields terminated by '|' stored as textfile location '" + folder + "'");
        for (String format : HivePairs.FORMATS) {
            hive.run("create database " + database(format));
            hive.run("create table " + database(format) + ".sales stored as " + format + " as select * from " + TEXT);
        }
        return ids;
    }

    /** Makes a database with a table on Stoa's files, for {@link ReadyInputFormat}. */
    static void createReady(HiveSession hive, String name) throws Exception {
        hive.run("create database " + database(name));
        List<String> file = hive.run("select input__file__name from " + database("stoa") + ".sales limit 1");
        String folder = file.get(0).substring(0, file.get(0).lastIndexOf('/'));
        hive.run("create external table " + database(name) + ".sales " + COLUMNS + " row format serde '"
                + StoaSerDe.class.getName() + "' stored as inputformat '" + ReadyInputFormat.class.getName()
                + "' outputformat '" + StoaOutputFormat.class.getName() + "' location '" + folder + "'");
        hive.run("analyze table " + database(name) + ".sales compute statistics for columns"); // the others have them
    }

    /** Returns the name of a format's database. */
    static String database(String format) {
        return "sales_" + format;
    }

    private static long write(Path file, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        long id = 0;
        LocalDateTime sold = FIRST_DAY.atStartOfDay();
        try (Writer out = Files.newBufferedWriter(file)) {
            for (int row = 0; row < rows; row++) {
                id += random.nextInt(1, LONGEST_STEP + 1);
                sold = sold.plusSeconds(random.nextInt(LONGEST_STEP + 1));
                StringBuilder line = new StringBuilder();
                line.append(id).append('|').append(random.nextInt(KEYS)).append('|');
                line.append(FIRST_DAY.plusDays(random.nextInt(DAYS))).append('|');
                line.append(TIME.format(sold)).append('|');
                line.append(random.nextInt(1, 10_000)).append('.').append(random.nextInt(10, 100)).append('|');
                line.append(random.nextInt(1_000_000) / 1000.0).append('|');
                line.append(random.nextInt(1, 51)).append('|');
                line.append(word(FLAGS, random)).append('|').append(word(CITIES, random)).append('|');
                line.append("customer ").append(random.nextInt(PEOPLE)).append('|');
                note(line, random);
                out.append(line).append('\n');
            }
        }
        return id;
    }

    /** Three to eight words; one of a hundred notes is null. */
    private static void note(StringBuilder line, SplittableRandom random) {
        if (random.nextInt(100) == 0) {
            line.append("\\N");
            return;
        }
        int words = random.nextInt(3, 9);
        for (int i = 0; i < words; i++) {
            line.append(i == 0 ? "" : " ").append(word(WORDS, random));
        }
    }

    private static String word(String[] words, SplittableRandom random) {
        return words[random.nextInt(words.length)];
    }
}
