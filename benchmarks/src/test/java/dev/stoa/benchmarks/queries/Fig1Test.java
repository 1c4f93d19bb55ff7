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
package dev.stoa.benchmarks.queries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.GoalTable;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.Fig1Points;
import dev.stoa.benchmarks.peers.Fig1Query;
import dev.stoa.benchmarks.peers.Fig1Query.Answer;
import dev.stoa.benchmarks.peers.Qualifying;
import dev.stoa.benchmarks.peers.StoaFig1;
import dev.stoa.benchmarks.peers.StoaJava;
import dev.stoa.benchmarks.peers.StoredFile;
import dev.stoa.benchmarks.vio.StoreServer;
import dev.stoa.format.Batch;
import dev.stoa.format.IntVector;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

@Tag("store")
class Fig1Test {
    private static final String TARGET = "stoa.benchmarks.target";
    private static final Table TABLE = Table.lineItems(0.01);

    private final Results results =
            new Results(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));

    @TempDir
    private Path folder;

    private String target;

    @BeforeEach
    void setTarget() {
        target = System.getProperty(TARGET);
        System.setProperty(TARGET, folder.toString());
    }

    @AfterEach
    void resetTarget() {
        if (target == null) {
            System.clearProperty(TARGET);
        } else {
            System.setProperty(TARGET, target);
        }
    }

    private Path write(Entrant entrant) throws IOException {
        Path file = folder.resolve(entrant.contender() + "." + entrant.fileVariant());
        if (!Files.exists(file)) {
            Contenders.named(entrant.contender()).write(TABLE, entrant.fileVariant(), file);
        }
        return file;
    }

    private static List<Entrant> builtIn() {
        List<String> names = Contenders.builtIn().stream().map(Contender::name).toList();
        return Entrant.ALL.stream().filter(e -> names.contains(e.contender())).toList();
    }

    private static ReadResult expected(int day) {
        long count = 0;
        long sum = 0;
        int max = 0;
        int numbers =
                TABLE.schema().fields().stream().map(f -> f.name()).toList().indexOf(Fig1Query.NUMBERS);
        int dates = TABLE.schema().fields().stream().map(f -> f.name()).toList().indexOf(Fig1Query.DATES);
        for (Iterator<Batch> batches = TABLE.batches(); batches.hasNext(); ) {
            Batch batch = batches.next();
            for (int row = 0; row < batch.rowCount(); row++) {
                if (((IntVector) batch.column(dates)).values()[row] < day) {
                    int number = ((IntVector) batch.column(numbers)).values()[row];
                    count++;
                    sum += number;
                    max = Math.max(max, number);
                }
            }
        }
        return Qualifying.result(count, sum, max);
    }

    @Test
    void everybodyGivesTheSameAnswers() throws IOException {
        Path stoa = write(Entrant.ALL.get(0));
        Map<String, Integer> points = Fig1Points.parse(Fig1Points.of(stoa));
        assertEquals(7, points.size());
        long rows = 0;
        for (int day : points.values()) {
            ReadResult expected = expected(day);
            assertTrue(expected.values() >= rows, "more rows from point to point");
            rows = expected.values();
            for (Entrant entrant : builtIn()) {
                Contender contender = Contenders.named(entrant.contender());
                StoredFile file = StoredFile.local(write(entrant));
                Fig1Query query = new Fig1Query(day, Answer.DECODED, entrant.keepsOpen());
                for (int i = 0; i < 2; i++) {
                    ReadResult got = contender.counted(file, entrant.variant(), query);
                    assertEquals(expected.checksum(), got.checksum(), entrant.who());
                    assertEquals(expected.values(), got.values(), entrant.who());
                    assertTrue(entrant.keepsOpen() || got.io().requests() > 0, "requests are counted");
                    assertTrue(entrant.keepsOpen() || got.io().roundTrips() > 0, "round trips are counted");
                    assertTrue(got.io().bytesRead() < Files.size(file.local()), () -> entrant.who() + " read " + got);
                }
                if (entrant.takesAggregates()) {
                    long max = contender
                            .answer(file, entrant.variant(), query.as(Answer.METADATA))
                            .checksum();
                    assertEquals(expected.values() == 0 ? 0 : 7, max);
                }
            }
        }
        assertEquals(60175, rows);
    }

    @Test
    void bytesAreNearTheIdeal() throws IOException {
        StoredFile file = StoredFile.local(write(Entrant.ALL.get(0)));
        Map<String, Double> facts = new HashMap<>();
        List<Measurement> found = new ArrayList<>();
        StoaFig1.goals(file, new Fig1Query(20_000, Answer.DECODED, false), "100%", "default/tuned/cache", found::add);
        found.forEach(m -> facts.put(m.item() + " " + m.metric(), m.value()));
        double ideal = facts.get("ideal 100%/default/tuned/cache BYTES");
        double metadata = facts.get("metadata 100%/default/tuned/cache METADATA_BYTES");
        assertTrue(facts.get("read 100%/default/tuned/cache BYTES_READ") <= 1.1 * ideal + metadata, facts::toString);
        assertTrue(metadata < 32 << 10, facts::toString);
        assertTrue(ideal > 60_175 * 3 / 8.0, facts::toString); // l_linenumber has three bits
        assertTrue(ideal < 60_175, facts::toString);
    }

    @Test
    void aFarStoreCountsWhatIsAsked() throws IOException {
        Path local = write(Entrant.ALL.get(0));
        List<String> java = Fork.jvm(System.getProperty("java.class.path"), List.of("-Xmx512m"));
        try (StoreServer server = StoreServer.start(java, "s3", List.of(local))) {
            StoredFile file = StoredFile.remote(local, server.store());
            Fig1Query query = new Fig1Query(9000, Answer.DECODED, false);
            StoaJava stoa = new StoaJava();
            assertEquals(
                    expected(9000).checksum(),
                    stoa.answer(file, "default", query).checksum());
            IoCounts io = stoa.counted(file, "default", query).io();
            assertTrue(io.requests() >= 2 && io.requests() <= 6, io::toString);
            assertTrue(io.roundTrips() >= 2 && io.roundTrips() <= 4, io::toString);
            assertTrue(io.bytesRead() > 10_000 && io.bytesRead() < Files.size(local), io::toString);
            file.fileSystem().close();
        }
    }

    private void took(Entrant entrant, String answer, double millis) {
        for (int percent : Fig1Points.PERCENT) {
            for (Metric metric : List.of(Metric.WALL_MS, Metric.PROCESS_CPU_MS)) {
                results.add(new Measurement(
                        Fig1.NAME,
                        Fig1Points.name(percent) + " " + answer + "/" + entrant.variant() + "/tuned/cache",
                        entrant.contender(),
                        metric,
                        metric.unit(),
                        millis,
                        millis,
                        millis));
            }
        }
    }

    private void facts(long ideal, long metadata, long read, long trips) {
        for (int percent : Fig1Points.PERCENT) {
            String where = Fig1Points.name(percent) + "/default/tuned/cache";
            fact(StoaFig1.IDEAL + where, Metric.BYTES, ideal);
            fact(StoaFig1.METADATA + where, Metric.METADATA_BYTES, metadata);
            fact(StoaFig1.READ + where, Metric.BYTES_READ, read);
            fact(StoaFig1.READ + where, Metric.ROUND_TRIPS, trips);
            fact(StoaFig1.PLANS + where, Metric.VALUES, 1);
        }
    }

    private void fact(String item, Metric metric, long value) {
        results.add(Measurement.exact(Fig1.NAME, item, "stoa", metric, value));
    }

    private static Entrant entrant(String contender) {
        return Entrant.ALL.stream()
                .filter(e -> e.contender().equals(contender))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whoIsAheadEverywhereHasNoFaults() {
        took(entrant("stoa"), "decoded", 1);
        took(entrant("stoa"), "metadata", 0.5);
        took(entrant("orc"), "decoded", 1.1);
        took(entrant("duckdb-parquet"), "metadata", 0.6);
        facts(1000, 500, 1600, 3);
        assertEquals(List.of(), GoalTable.missed(new Fig1().reached(results)));
    }

    @Test
    void whatIsMissedIsOneFaultForEachPoint() {
        took(entrant("stoa"), "decoded", 1);
        took(entrant("stoa"), "metadata", 0.5);
        took(entrant("orc"), "decoded", 0.9);
        took(entrant("duckdb-parquet"), "metadata", 0.4);
        facts(1000, 500, 1601, 4);
        assertEquals(
                3 * Fig1Points.PERCENT.size(),
                GoalTable.missed(new Fig1().reached(results)).size());
    }

    @Test
    void picturesAreXmlAndNameEverybody() throws Exception {
        took(entrant("stoa"), "decoded", 1);
        took(entrant("stoa"), "metadata", 0.5);
        took(entrant("orc"), "decoded", 30);
        facts(1000, 500, 1601, 4);
        fact(Fig1.FILE + "/none", Metric.BYTES, 0);
        List<Path> charts = new Fig1().draw(results, folder);
        assertEquals(3, charts.size());
        for (Path chart : charts) {
            String svg = Files.readString(chart);
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
            assertTrue(svg.contains("prefers-color-scheme:dark"), svg);
        }
        String times = Files.readString(charts.get(0));
        assertTrue(times.contains("stoa default, metadata") && times.contains("orc none"), times);
        assertTrue(new Fig1().table(results).contains("30.00"), "the table has the times");
    }
}
