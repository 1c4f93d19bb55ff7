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
package dev.stoa.vio.hadoop;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A small HDFS of the newest Hadoop, in a process of its own: this one may have an older client. */
final class HdfsServer {

    private static final String READY = "ready at ";

    private final Process process;
    private final URI uri;

    /** Starts it; it keeps its data in the folder. */
    HdfsServer(File folder, int blockSize) throws IOException {
        File errors = new File(folder, "hdfs.err");
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                        "-cp",
                        classPath(),
                        HdfsServer.class.getName(),
                        folder.getAbsolutePath(),
                        String.valueOf(blockSize)))
                .redirectError(errors)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        while (line != null && !line.startsWith(READY)) {
            line = out.readLine();
        }
        if (line == null) {
            process.destroyForcibly();
            throw new IOException("HDFS did not start:\n" + Files.readString(errors.toPath()));
        }
        uri = URI.create(line.substring(READY.length()));
    }

    /** That of this process, unless it has another Hadoop. */
    private static String classPath() throws IOException {
        String file = System.getProperty("stoa.test.hdfs");
        if (file == null) {
            return System.getProperty("java.class.path");
        }
        Path own = Path.of(HdfsServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return own + File.pathSeparator + Files.readString(Path.of(file)).strip();
    }

    URI uri() {
        return uri;
    }

    void stop() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    /** Runs the cluster until nobody holds the other end of the standard input any more. */
    public static void main(String[] words) throws IOException {
        Configuration conf = new Configuration();
        conf.set("hdfs.minidfs.basedir", words[0]);
        conf.set("dfs.blocksize", words[1]);
        MiniDFSCluster cluster =
                new MiniDFSCluster.Builder(conf).numDataNodes(2).build();
        cluster.waitActive();
        System.out.println(READY + cluster.getURI());
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
        cluster.shutdown();
        Runtime.getRuntime().halt(0);
    }
}
