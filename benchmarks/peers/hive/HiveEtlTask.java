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

import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.vio.RemoteStore;
import dev.stoa.benchmarks.vio.StoreCounts;
import dev.stoa.hive.HiveSession;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Measures {@link HiveEtl} in this process, in which Hive runs. */
final class HiveEtlTask {
    private static final List<String> FORMATS = HivePairs.FORMATS;
    private static final int COLUMNS = 2 * HiveEtl.MOST;
    private static final long SEED = 33;
    private static final int FEW = 1000;

    private final HiveSession hive = HiveSession.shared();
    private final RemoteStore store;
    private final HivePairs inTurn = new HivePairs(HiveEtl.NAME, Metric.WALL_MS);
    private final HiveEtl.Vectored vectored;
    private final int pairs;

    private HiveEtlTask(RemoteStore store, HiveEtl.Vectored vectored, int pairs) {
        this.store = store;
        this.vectored = vectored;
        this.pairs = pairs;
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words the store, whether ORC's reads are vectored, how many pairs; and rows, if the tables are to be made
     */
    public static void main(String[] words) {
        int code = 0;
        try {
            HiveEtlTask task = new HiveEtlTask(
                    RemoteStore.of(words[0]), HiveEtl.Vectored.valueOf(words[1]), Integer.parseInt(words[2]));
            task.checkReads();
            task.useStore();
            task.declare();
            if (words.length > 3) {
                task.load(Integer.parseInt(words[3]));
            }
            for (int columns : HiveEtl.COLUMNS) {
                task.measure(columns);
            }
        } catch (Exception e) {
            e.printStackTrace();
            code = 1;
        }
        System.exit(code); // Hive has threads of its own
    }

    /** Whether ORC reads as is said. */
    private void checkReads() throws ReflectiveOperationException {
        Field field = Class.forName("org.apache.orc.impl.RecordReaderUtils").getDeclaredField("supportVectoredIO");
        field.setAccessible(true);
        if (field.getBoolean(null) != (vectored == HiveEtl.Vectored.ON)) {
            throw new IllegalStateException("this ORC does not decide by Hadoop's version how it reads");
        }
    }

    private void useStore() {
        for (Map.Entry<String, String> setting : store.configuration()) {
            if (setting.getKey().startsWith("fs.s3a.")) {
                hive.set(setting.getKey(), setting.getValue());
            }
        }
        // Hive does not tell its tasks what is secret in a configuration
        System.setProperty("aws.accessKeyId", hive.conf().get("fs.s3a.access.key"));
        System.setProperty("aws.secretAccessKey", hive.conf().get("fs.s3a.secret.key"));
        hive.set(
                "fs.s3a.aws.credentials.provider",
                "software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider");
        hive.set("fs.s3a.vectored.active.ranged.reads", "64");
        hive.set("fs.s3a.experimental.input.fadvise", "random");
        hive.set("tez.grouping.split-count", "1"); // one file for each table
    }

    private void declare() throws Exception {
        for (String format : FORMATS) {
            hive.run("create external table wide_" + format + " (" + columns() + ") stored as " + format + " location '"
                    + store.root() + format + "'");
        }
    }

    private static String columns() {
        return IntStream.range(0, COLUMNS).mapToObj(i -> "c" + i + " string").collect(Collectors.joining(", "));
    }

    private void load(int rows) throws Exception {
        Path folder = hive.folder("wide");
        try (Writer out = Files.newBufferedWriter(folder.resolve("rows"))) {
            SplittableRandom random = new SplittableRandom(SEED);
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < COLUMNS; column++) {
                    out.write(value(column, random));
                    out.write(column == COLUMNS - 1 ? '\n' : '|');
                }
            }
        }
        hive.run("create external table wide_text (" + columns() + ") row format delimited fields terminated by '|'"
                + " stored as textfile location '" + folder + "'");
        for (String format : FORMATS) {
            hive.run("insert into wide_" + format + " select * from wide_text");
        }
    }

    /** Keys, names of which there are few, and short texts. */
    private static String value(int column, SplittableRandom random) {
        return switch (column % 6) {
            case 0, 1 -> String.format(Locale.ROOT, "item-%08x", random.nextInt());
            case 2, 3 -> "customer " + random.nextInt(FEW);
            default -> "shipped " + random.nextInt(FEW) + " by " + random.nextInt(FEW) + " to " + random.nextInt(FEW);
        };
    }

    private void measure(int columns) throws Exception {
        // every other column, so that no two of them lie side by side
        String list = IntStream.range(0, columns).mapToObj(i -> "max(c" + 2 * i + ")").collect(Collectors.joining(", "));
        List<String> queries =
                FORMATS.stream().map(format -> "select " + list + " from wide_" + format).toList();
        List<String> orc = hive.run(queries.get(0));
        if (!orc.equals(hive.run(queries.get(1)))) {
            throw new IOException(columns + " columns: ORC and STOA have other rows");
        }
        PlannedScan[] scans = {new PlannedScan(hive, queries.get(0)), new PlannedScan(hive, queries.get(1))};
        compare(HiveEtl.item(columns, HiveEtl.Part.MAP, vectored), pairs, pairs, which -> {
            PlannedScan.Run run = scans[which].ready();
            long before = System.nanoTime();
            run.rows();
            return System.nanoTime() - before;
        });
        compare(HiveEtl.item(columns, HiveEtl.Part.QUERY, vectored), 1, 3, which -> {
            long before = System.nanoTime();
            hive.run(queries.get(which));
            return System.nanoTime() - before;
        });
    }

    private void compare(String item, int warm, int counted, HivePairs.Work work) throws Exception {
        StoreCounts[] given = new StoreCounts[FORMATS.size()];
        inTurn.measure(item, warm, counted, format -> {
            StoreCounts before = store.counts();
            long took = work.nanos(format);
            given[format] = store.counts().minus(before);
            return took;
        });
        for (int i = 0; i < FORMATS.size(); i++) {
            inTurn.print(item, FORMATS.get(i), Metric.BYTES_READ, given[i].bytes());
            inTurn.print(item, FORMATS.get(i), Metric.REQUESTS, given[i].requests());
            inTurn.print(item, FORMATS.get(i), Metric.ROUND_TRIPS, given[i].roundTrips());
        }
    }
}
