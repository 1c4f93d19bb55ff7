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
package dev.stoa.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.tools.DistCpOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that somebody else publishes, moves, renames or copies are as they were: sound, and with zones that prune. */
@Tag("store")
class WritePathsTest {
    @TempDir
    static Path shared;

    private static S3 server;
    private static MiniDFSCluster cluster;

    @TempDir
    Path folder;

    private Configuration conf;

    @BeforeAll
    static void start() throws Exception {
        server = new S3();
        Configuration hdfs = new Configuration();
        hdfs.setInt("dfs.replication", 1);
        cluster = new MiniDFSCluster.Builder(hdfs, shared.resolve("hdfs").toFile())
                .numDataNodes(1)
                .build();
        cluster.waitActive();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        cluster.shutdown();
    }

    @BeforeEach
    void begin() {
        conf = server.addTo(Lines.local(folder));
        conf.set("fs.s3a.buffer.dir", folder.resolve("buffer").toString());
        conf.set(
                "fs.s3a.committer.staging.tmp.path",
                folder.resolve("uploads").toUri().toString());
        conf.setInt("dfs.replication", 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"magic", "directory", "partitioned"})
    void theCommittersOfS3aPublish(String committer) throws Exception {
        conf.set("fs.s3a.committer.name", committer);
        var output = new org.apache.hadoop.fs.Path(S3.BUCKET + "/committed/" + committer);
        Job job = Lines.write(conf, output);
        Lines.run(job);
        FileSystem fs = output.getFileSystem(conf);
        try (FSDataInputStream in = fs.open(new org.apache.hadoop.fs.Path(output, "_SUCCESS"))) {
            String told = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(
                    told.contains("\"committer\":\"" + committer + "\""), () -> "_SUCCESS: " + told.substring(0, 500));
        }
        List<FileStatus> files = Lines.files(conf, output);
        assertEquals(Lines.REDUCERS, files.size());
        Lines.check(conf, files);
        Lines.checkByJob(conf, output);
        for (FileStatus entry : fs.listStatus(output)) {
            assertFalse(entry.isDirectory(), () -> entry.getPath() + " is left");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void renamesInHdfsPublish(int algorithm) throws Exception {
        conf.setInt("mapreduce.fileoutputcommitter.algorithm.version", algorithm);
        var output = new org.apache.hadoop.fs.Path(cluster.getURI() + "/committed/v" + algorithm);
        Lines.run(Lines.write(conf, output));
        Lines.check(conf, Lines.files(conf, output));
        Lines.checkByJob(conf, output);
        for (FileStatus entry : output.getFileSystem(conf).listStatus(output)) {
            assertFalse(entry.isDirectory(), () -> entry.getPath() + " is left");
        }
    }

    @Test
    void renamedFilesAreStillRead() throws Exception {
        var output = new org.apache.hadoop.fs.Path(folder.resolve("renamed").toUri());
        Lines.run(Lines.write(conf, output));
        FileSystem fs = output.getFileSystem(conf);
        List<FileStatus> files = Lines.files(conf, output);
        String[] names = {"000000_0_copy_1", "b.parquet"};
        for (int i = 0; i < names.length; i++) {
            assertTrue(fs.rename(files.get(i).getPath(), new org.apache.hadoop.fs.Path(output, names[i])));
        }
        assertTrue(fs.mkdirs(new org.apache.hadoop.fs.Path(output, "day=1")));
        assertTrue(fs.rename(
                new org.apache.hadoop.fs.Path(output, names[1]),
                new org.apache.hadoop.fs.Path(output, "day=1/000001_0")));
        Lines.check(conf, Lines.files(conf, output));
        Lines.checkByJob(conf, output);
    }

    @Test
    void distcpCopies() throws Exception {
        var output = new org.apache.hadoop.fs.Path(folder.resolve("origin").toUri());
        Lines.run(Lines.write(conf, output));
        var onHdfs = new org.apache.hadoop.fs.Path(cluster.getURI() + "/copied");
        var onS3 = new org.apache.hadoop.fs.Path(S3.BUCKET + "/copied");
        copy(output, onHdfs);
        copy(onHdfs, onS3);
        for (var copy : List.of(onHdfs, onS3)) {
            List<FileStatus> files = Lines.files(conf, copy);
            assertEquals(Lines.REDUCERS, files.size());
            Lines.check(conf, files);
            Lines.checkByJob(conf, copy);
        }
    }

    private void copy(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) throws Exception {
        DistCpOptions options = new DistCpOptions.Builder(List.of(from), to).build();
        assertTrue(new DistCp(conf, options).execute().isSuccessful());
    }
}
