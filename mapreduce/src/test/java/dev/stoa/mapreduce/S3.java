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

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** An S3 server in a process of its own, with one bucket. */
final class S3 implements AutoCloseable {
    /** The bucket. */
    static final String BUCKET = "s3a://bkt";

    private final Process server;
    private final Configuration settings = new Configuration(false);

    /** Starts it. */
    S3() throws IOException {
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
        BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); !"".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new IOException("the S3 server does not start");
            }
            String[] setting = line.split("=", 2);
            settings.set(setting[0], setting[1]);
        }
    }

    /** Says how it is reached. */
    Configuration addTo(Configuration conf) {
        settings.forEach(setting -> conf.set(setting.getKey(), setting.getValue()));
        return conf;
    }

    @Override
    public void close() throws IOException {
        FileSystem.closeAll(); // each has threads that would go on asking
        server.getOutputStream().close();
        server.onExit().join();
    }
}
