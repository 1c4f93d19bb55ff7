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
package dev.stoa.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Tables on an S3 server, by S3A. The server runs in a process of its own: its libraries clash with Spark's. */
@Tag("engine")
class S3TablesTest extends StoreContract {
    private static Process server;

    S3TablesTest() {
        super("s3");
    }

    @BeforeAll
    void start() throws Exception {
        Path module = Path.of(System.getProperty("stoa.s3.module"));
        String classPath = String.join(
                File.pathSeparator,
                module.resolve("test-classes").toString(),
                module.resolve("classes").toString(),
                Files.readString(module.resolve("test-classpath.txt")).strip());
        server = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        "dev.stoa.vio.hadoop.S3ProxyServer"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Configuration hadoop = Spark.session().sparkContext().hadoopConfiguration();
        BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); !"".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new IOException("the S3 server does not start");
            }
            String[] setting = line.split("=", 2);
            hadoop.set(setting[0], setting[1]);
        }
        addCatalog();
    }

    @AfterAll
    static void stop() throws Exception {
        server.getOutputStream().close();
        server.waitFor();
    }

    @Override
    String warehouse() {
        return "s3a://bkt/lake";
    }
}
