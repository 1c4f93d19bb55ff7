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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** The command line on HDFS and on an S3 server, both real and in this process. */
@Tag("store")
class HadoopStoresTest {
    private static final int ROWS = 100_000;

    @TempDir
    private Path folder;

    private static String ok(List<String> settings, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        for (String setting : settings) {
            all.add("-D");
            all.add(setting);
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        assertEquals(0, line.execute(all.toArray(String[]::new)), () -> all + ": " + err + out);
        return out.toString();
    }

    /** Loads a text into the store, asks for few of its rows, verifies it and brings it back. */
    private void roundTrip(String root, List<String> settings, int maxRoundTrips) throws Exception {
        StringBuilder text = new StringBuilder("id,name\n");
        for (int i = 0; i < ROWS; i++) {
            text.append(i).append(",n").append(i % 1000).append('\n');
        }
        Path csv = Files.writeString(folder.resolve("t.csv"), text);
        String stoa = root + "lake/day=1/t.stoa";
        ok(settings, "convert", csv.toString(), stoa, "--sorted-by", "id");
        JsonNode stats = new ObjectMapper()
                .readTree(ok(
                        settings,
                        "scan",
                        root + "lake/*/*.stoa",
                        "--where",
                        "id between 70000 and 70009",
                        "--select",
                        "name",
                        "--limit",
                        "0",
                        "--stats",
                        "--json"));
        assertEquals(10, stats.get("rowsSelected").asLong(), stats.toString());
        assertEquals(1, stats.get("zonesPruned").asLong(), stats.toString());
        assertTrue(stats.get("roundTrips").asLong() <= maxRoundTrips, stats.toString());
        assertTrue(ok(settings, "verify", root + "lake").contains("sound"));
        Path back = folder.resolve("back.csv");
        ok(settings, "convert", stoa, back.toString());
        assertEquals(text.toString(), Files.readString(back));
        ok(settings, "convert", stoa, root + "lake/t.csv");
        ok(settings, "convert", root + "lake/t.csv", root + "lake/again.stoa", "--threads", "3");
        ok(settings, "convert", root + "lake/again.stoa", back.toString(), "--overwrite");
        assertEquals(text.toString(), Files.readString(back));
    }

    /** Makes a table in the store, changes it in each way, and reads it at two of its versions. */
    private void table(String root, List<String> settings) throws Exception {
        String table = root + "lake/orders";
        ok(settings, "table", "create", table, "--schema", "id bigint not null, total decimal(9,2)", "--key", "id");
        Path orders = Files.writeString(folder.resolve("orders.csv"), "id,total\n1,10.50\n2,20.00\n3,30.25\n");
        Path more = Files.writeString(folder.resolve("more.csv"), "id,total\n2,21.00\n4,40.00\n");
        ok(settings, "insert", table, orders.toString());
        ok(settings, "update", table, "--set", "total = total + 1", "--where", "id >= 2");
        ok(settings, "delete", table, "--where", "id = 3");
        ok(settings, "upsert", table, more.toString());
        ok(settings, "table", "alter", table, "--add", "note string");
        List<String> now = List.of(
                "{\"id\":1,\"total\":10.50,\"note\":null}",
                "{\"id\":2,\"total\":21.00,\"note\":null}",
                "{\"id\":4,\"total\":40.00,\"note\":null}");
        assertEquals(now, rows(settings, table));
        assertEquals(
                List.of("{\"id\":1}", "{\"id\":2}", "{\"id\":3}"),
                rows(settings, table, "--at", "1", "--select", "id"));
        assertTrue(ok(settings, "diff", table, "1", "5").contains("1 inserted, 1 deleted, 1 updated"));
        ok(settings, "compact", table);
        assertEquals(now, rows(settings, table));
        ok(settings, "expire", table, "--older-than", "0s", "--safe-age", "0s");
        assertEquals(now, rows(settings, table));
        assertTrue(ok(settings, "verify", table).contains("sound"));
        assertTrue(ok(settings, "table", "log", table).contains("compact"));
    }

    private static List<String> rows(List<String> settings, String... arguments) {
        List<String> all = new ArrayList<>(List.of("scan", "--json"));
        all.addAll(List.of(arguments));
        return ok(settings, all.toArray(String[]::new)).lines().sorted().toList();
    }

    @Test
    void hdfs() throws Exception {
        HdfsConfiguration conf = new HdfsConfiguration();
        File base = folder.resolve("dfs").toFile();
        try (MiniDFSCluster cluster =
                new MiniDFSCluster.Builder(conf, base).numDataNodes(1).build()) {
            cluster.waitActive();
            String root = cluster.getFileSystem().getUri() + "/";
            cluster.getFileSystem().mkdirs(new org.apache.hadoop.fs.Path(root + "lake"));
            roundTrip(root, List.of(), 6);
            table(root, List.of());
            assertEquals(
                    1, cluster.getFileSystem().listStatus(new org.apache.hadoop.fs.Path(root + "lake/day=1")).length);
        }
    }

    /** Hadoop logs in once in a process, and by its own files: a client that must use Kerberos would talk without it. */
    @Test
    void theLoginFollowsTheSettings() throws Exception {
        Path realm = Files.writeString(folder.resolve("krb5.conf"), "[libdefaults]\ndefault_realm = EXAMPLE.ORG\n");
        Path err = folder.resolve("err");
        File base = folder.resolve("dfs").toFile();
        try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(new HdfsConfiguration(), base)
                .numDataNodes(1)
                .build()) {
            cluster.waitActive();
            int exitCode = OwnProcess.exitCode(
                    "-Djava.security.krb5.conf=" + realm,
                    err,
                    "schema",
                    cluster.getFileSystem().getUri() + "/none.stoa",
                    "-D",
                    "hadoop.security.authentication=kerberos");
            String text = Files.readString(err);
            assertEquals(1, exitCode, text);
            assertTrue(text.contains("Server asks us to fall back to SIMPLE auth"), text);
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
                client.createBucket(b -> b.bucket("bkt"));
            }
            // four round trips: tail with directory; indexes and MinMax; data of the filter; data of the rest
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
            roundTrip("s3a://bkt/", settings, 4);
            table("s3a://bkt/", settings);
        } finally {
            proxy.stop();
        }
    }

    @Test
    void settingsOfHadoopAreTaken() {
        Configuration before = new Configuration();
        assertTrue(before.get("stoa.test.setting") == null);
        CommandLine line = Main.commandLine();
        StringWriter err = new StringWriter();
        line.setErr(new PrintWriter(err));
        assertEquals(1, line.execute("schema", "nowhere://x/y", "-D", "fs.nowhere.impl=no.such.Class"));
        assertTrue(err.toString().contains("no.such.Class"), err.toString());
    }
}
