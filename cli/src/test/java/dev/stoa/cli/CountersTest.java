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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.dropin.CountingHdfs;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ParallelScan;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.ScanTrace;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.LocalReader;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * What scans say that they have asked of the store is what the store was asked: opens, requests and bytes as the store counts
 * them, against {@link ScanStats}, {@link ScanTrace} and what {@code stoa scan --explain} prints. On local files, HDFS and S3.
 */
@Tag("store")
class CountersTest {
    private static final int ROWS = 150_000;
    private static final long OPENS_UNKNOWN = -1;

    @TempDir
    static Path folder;

    private static Path local;

    @BeforeAll
    static void write() throws IOException {
        local = folder.resolve("lines.stoa");
        Schema schema = Schema.of(
                Field.required("day", Type.of(TypeKind.INT32)),
                Field.nullable("number", Type.of(TypeKind.INT64)),
                Field.nullable("text", Type.of(TypeKind.STRING)));
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(local, SinkOptions.DEFAULT),
                schema,
                WriterOptions.DEFAULT.withVectorsPerZone(2))) {
            for (int i = 0; i < ROWS; i++) {
                long hash = i * 0x9E3779B97F4A7C15L;
                writer.rows().append(i / 100, i % 11 == 0 ? null : hash >>> 20, "text " + (hash >>> 50));
            }
            writer.finish();
        }
    }

    /**
     * What a store has counted.
     *
     * @param opens files opened, or that it is not known
     * @param requests reads
     * @param bytes read
     */
    private record Counts(long opens, long requests, long bytes) {
        Counts minus(Counts earlier) {
            long opened = opens == OPENS_UNKNOWN ? OPENS_UNKNOWN : opens - earlier.opens;
            return new Counts(opened, requests - earlier.requests, bytes - earlier.bytes);
        }
    }

    /** A store that counts. */
    private interface Store {
        RangeSource open() throws IOException;

        /** What was counted until now; all sources are closed. */
        Counts counts();

        /** The path of the file, and the settings with which the command line finds it. */
        List<String> arguments();
    }

    private interface Described {
        ScanBuilder of(ScanBuilder scan);
    }

    private static Map<String, Described> scans() {
        Map<String, Described> scans = new LinkedHashMap<>();
        scans.put("all", scan -> scan);
        scans.put("in steps", scan -> scan.select("number", "text").stepBytes(60_000));
        scans.put("pruned", scan -> scan.select("number").filter(Filter.less("day", 300)));
        scans.put(
                "lazy", scan -> scan.select("text", "day").stepBytes(100_000).filter(Filter.less("number", 1L << 37)));
        scans.put("nothing", scan -> scan.select("text").filter(Filter.less("day", -1)));
        scans.put(
                "two filters",
                scan -> scan.select("text")
                        .filter(Filter.and(
                                Filter.between("day", 100, 1200),
                                Filter.or(Filter.isNull("number"), Filter.startsWith("text", "text 77"))))
                        .stepBytes(80_000));
        scans.put("by number", scan -> scan.select("text").rows(RowRanges.of(5, 77_000, 77_001, 149_999)));
        scans.put("count", scan -> scan.select());
        return scans;
    }

    private static void check(Store store) throws IOException {
        for (Map.Entry<String, Described> scan : scans().entrySet()) {
            scan(store, scan.getKey(), scan.getValue());
            aggregate(store, scan.getKey(), scan.getValue());
            inParallel(store, scan.getKey(), scan.getValue());
        }
        explain(store, "--select", "text,day", "--where", "number < 137438953472");
        explain(store, "--select", "number", "--where", "day < 300");
        explain(store, "--rows", "5,77000-77001,149999");
    }

    private static void scan(Store store, String name, Described described) throws IOException {
        Counts before = store.counts();
        ScanStats stats;
        ScanTrace trace;
        long tailRequests;
        long tailBytes;
        try (RangeSource source = store.open();
                StoaFile file = StoaFile.open(source)) {
            tailRequests = source.stats().requestsIssued();
            tailBytes = source.stats().bytesRead();
            try (Scan scan = described.of(file.scan()).traced().build()) {
                while (scan.next()) {
                    // to its end
                }
                stats = scan.stats();
                trace = scan.trace();
            }
        }
        Counts counted = store.counts().minus(before);
        assertEquals(counted.requests(), tailRequests + stats.requests(), name + ": requests " + stats);
        assertEquals(counted.bytes(), tailBytes + stats.bytesRead(), name + ": bytes " + stats);
        assertTrue(counted.opens() == OPENS_UNKNOWN || counted.opens() == 1, name + ": opens " + counted);
        List<Range> requests = new ArrayList<>();
        trace.fetches().forEach(fetch -> requests.addAll(fetch.requests()));
        assertEquals(stats.requests(), requests.size(), name);
        assertEquals(
                stats.bytesRead(), requests.stream().mapToLong(Range::length).sum(), name);
        assertEquals(
                stats.roundTrips(),
                trace.fetches().stream()
                        .filter(fetch -> !fetch.requests().isEmpty())
                        .count(),
                name);
        assertEquals(name.equals("count") || name.equals("nothing"), stats.steps() == 0, name);
    }

    private static void aggregate(Store store, String name, Described described) throws IOException {
        Counts before = store.counts();
        Aggregates aggregates;
        long tailRequests;
        long tailBytes;
        try (RangeSource source = store.open();
                StoaFile file = StoaFile.open(source)) {
            tailRequests = source.stats().requestsIssued();
            tailBytes = source.stats().bytesRead();
            aggregates = described.of(file.scan()).aggregate();
        }
        Counts counted = store.counts().minus(before);
        assertEquals(counted.requests(), tailRequests + aggregates.stats().requests(), name);
        assertEquals(counted.bytes(), tailBytes + aggregates.stats().bytesRead(), name);
    }

    private static void inParallel(Store store, String name, Described described) throws IOException {
        Counts before = store.counts();
        ScanStats stats;
        long tailRequests;
        long tailBytes;
        try (RangeSource source = store.open();
                StoaFile file = StoaFile.open(source)) {
            tailRequests = source.stats().requestsIssued();
            tailBytes = source.stats().bytesRead();
            stats = ParallelScan.of(List.of(() -> described.of(file.scan())))
                    .threads(3)
                    .forEach(() -> (input, batch) -> {});
        }
        Counts counted = store.counts().minus(before);
        assertEquals(counted.requests(), tailRequests + stats.requests(), name + " in parallel");
        assertEquals(counted.bytes(), tailBytes + stats.bytesRead(), name + " in parallel");
        assertTrue(counted.opens() == OPENS_UNKNOWN || counted.opens() == 1, name + " in parallel: " + counted);
    }

    /** What --explain says at its end, and the sum of what it says of each step and of the tail. */
    private static void explain(Store store, String... arguments) throws IOException {
        Counts before = store.counts();
        StringWriter out = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(out));
        List<String> all = new ArrayList<>(List.of("scan"));
        all.addAll(store.arguments());
        all.addAll(List.of(arguments));
        all.add("--explain");
        assertEquals(0, line.execute(all.toArray(String[]::new)), out::toString);
        Counts counted = store.counts().minus(before);
        Matcher said = Pattern.compile("in ([0-9,]+) requests and ([0-9,]+) round trips, the tail included")
                .matcher(out.toString());
        assertTrue(said.find(), out::toString);
        assertEquals(counted.requests(), number(said.group(1)), out::toString);
        Matcher steps = Pattern.compile("(?m)^ *[0-9]+  (?:data|indexes, MinMax) +[0-9]+ +[0-9.]+ [kM]?B +([0-9]+) ")
                .matcher(out.toString());
        long requests = 1; // the tail's
        int count = 1;
        while (steps.find()) {
            requests += number(steps.group(1));
            count++;
        }
        assertEquals(counted.requests(), requests, out::toString);
        assertEquals(number(said.group(2)), count, out::toString);
    }

    private static long number(String text) {
        return Long.parseLong(text.replace(",", ""));
    }

    /** A reader of a local file that counts reads. */
    private static final class CountingReader implements PositionalReader {
        private final PositionalReader file;
        private final AtomicLong requests;
        private final AtomicLong bytes;

        CountingReader(PositionalReader file, AtomicLong requests, AtomicLong bytes) {
            this.file = file;
            this.requests = requests;
            this.bytes = bytes;
        }

        @Override
        public int read(long position, ByteBuffer target) throws IOException {
            int count = file.read(position, target);
            requests.incrementAndGet();
            bytes.addAndGet(Math.max(0, count));
            return count;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Test
    void localFiles() throws IOException {
        for (StoreProfile profile : List.of(StoreProfile.local(), StoreProfile.hdfs(), StoreProfile.s3())) {
            AtomicLong opens = new AtomicLong();
            AtomicLong requests = new AtomicLong();
            AtomicLong bytes = new AtomicLong();
            Store store = new Store() {
                @Override
                public RangeSource open() throws IOException {
                    opens.incrementAndGet();
                    return RangeSources.of(
                            local.toString(),
                            Files.size(local),
                            profile,
                            BufferAllocator.pooled(),
                            new CountingReader(LocalReader.open(local), requests, bytes));
                }

                @Override
                public Counts counts() {
                    return new Counts(opens.get(), requests.get(), bytes.get());
                }

                @Override
                public List<String> arguments() {
                    return List.of();
                }
            };
            for (Map.Entry<String, Described> scan : scans().entrySet()) {
                scan(store, scan.getKey(), scan.getValue());
                aggregate(store, scan.getKey(), scan.getValue());
                inParallel(store, scan.getKey(), scan.getValue());
            }
        }
    }

    @Test
    void hdfs() throws Exception {
        try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(
                        new HdfsConfiguration(), folder.resolve("dfs").toFile())
                .numDataNodes(1)
                .build()) {
            cluster.waitActive();
            URI root = cluster.getFileSystem().getUri();
            Configuration conf = new Configuration();
            conf.set("fs.hdfs.impl", CountingHdfs.class.getName());
            CountingHdfs.reset();
            try (FileSystem fs = FileSystem.newInstance(root, conf)) {
                org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(root + "/lines.stoa");
                try (OutputStream out = fs.create(path)) {
                    Files.copy(local, out);
                }
                check(
                        new HadoopStore(
                                fs,
                                path,
                                List.of(
                                        "fs.hdfs.impl=" + CountingHdfs.class.getName(),
                                        "fs.hdfs.impl.disable.cache=true")) {
                            @Override
                            public Counts counts() {
                                long[] counts = CountingHdfs.counts();
                                return new Counts(counts[0], counts[1], counts[2]);
                            }
                        });
            }
        }
    }

    private abstract static class HadoopStore implements Store {
        private final FileSystem fs;
        private final FileStatus status;
        private final List<String> arguments = new ArrayList<>();

        HadoopStore(FileSystem fs, org.apache.hadoop.fs.Path path, List<String> settings) throws IOException {
            this.fs = fs;
            this.status = fs.getFileStatus(path);
            arguments.add(path.toString());
            for (String setting : settings) {
                arguments.add("-D");
                arguments.add(setting);
            }
        }

        @Override
        public RangeSource open() throws IOException {
            return HadoopRangeSource.open(fs, status);
        }

        @Override
        public List<String> arguments() {
            return arguments;
        }
    }

    @Test
    void s3() throws Exception {
        S3Proxy proxy = S3Proxy.builder()
                .blobStore(BlobStores.create("transient-nio2", new Properties()))
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, "local-identity", "local-credential")
                .ignoreUnknownHeaders(true)
                .build();
        proxy.start();
        try {
            String endpoint = "http://127.0.0.1:" + proxy.getPort();
            try (S3Client client = S3Client.builder()
                    .endpointOverride(URI.create(endpoint))
                    .credentialsProvider(StaticCredentialsProvider.create(
                            AwsBasicCredentials.create("local-identity", "local-credential")))
                    .region(Region.US_EAST_1)
                    .forcePathStyle(true)
                    .httpClient(ApacheHttpClient.create())
                    .build()) {
                client.createBucket(b -> b.bucket("counted"));
            }
            List<String> settings = List.of(
                    "fs.s3a.endpoint=" + endpoint,
                    "fs.s3a.endpoint.region=us-east-1",
                    "fs.s3a.path.style.access=true",
                    "fs.s3a.connection.ssl.enabled=false",
                    "fs.s3a.access.key=local-identity",
                    "fs.s3a.secret.key=local-credential",
                    "fs.s3a.aws.credentials.provider=org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider",
                    "fs.s3a.bucket.probe=0",
                    "fs.s3a.create.checksum.algorithm=",
                    "fs.s3a.input.stream.type=classic");
            Configuration conf = new Configuration();
            settings.forEach(setting -> conf.set(setting.split("=", 2)[0], setting.split("=", 2)[1]));
            // one file system for the test and for the command line: it counts
            try (FileSystem fs = FileSystem.get(URI.create("s3a://counted/"), conf)) {
                org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("s3a://counted/lines.stoa");
                try (OutputStream out = fs.create(path)) {
                    Files.copy(local, out);
                }
                check(new HadoopStore(fs, path, settings) {
                    @Override
                    public Counts counts() {
                        Map<String, Long> counters =
                                IOStatisticsSupport.retrieveIOStatistics(fs).counters();
                        return new Counts(
                                OPENS_UNKNOWN,
                                counters.getOrDefault("action_http_get_request", 0L),
                                counters.getOrDefault("stream_read_bytes", 0L));
                    }
                });
            }
        } finally {
            proxy.stop();
        }
    }
}
