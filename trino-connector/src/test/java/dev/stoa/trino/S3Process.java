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
package dev.stoa.trino;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An S3 server on loopback, in a process of its own: its libraries clash with Trino's. */
public final class S3Process implements AutoCloseable {
    private final Process process;
    private final Map<String, String> settings = new HashMap<>();

    /** Starts it. */
    public S3Process() throws IOException {
        Path module = Path.of(System.getProperty("stoa.s3.module"));
        String classPath = String.join(
                File.pathSeparator,
                module.resolve("test-classes").toString(),
                module.resolve("classes").toString(),
                Files.readString(module.resolve("test-classpath.txt")).strip());
        process = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        "dev.stoa.vio.hadoop.S3ProxyServer"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); !"".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new IOException("the S3 server does not start");
            }
            String[] setting = line.split("=", 2);
            settings.put(setting[0], setting[1]);
        }
    }

    /** The properties of a catalog that reaches the bucket by Trino's own file system. */
    public Map<String, String> properties() {
        return new HashMap<>(Map.of(
                "fs.s3.enabled",
                "true",
                "s3.endpoint",
                settings.get("fs.s3a.endpoint"),
                "s3.region",
                settings.get("fs.s3a.endpoint.region"),
                "s3.path-style-access",
                "true",
                "s3.aws-access-key",
                settings.get("fs.s3a.access.key"),
                "s3.aws-secret-key",
                settings.get("fs.s3a.secret.key")));
    }

    /** The same with a warehouse. */
    public Map<String, String> catalog(String warehouse) {
        Map<String, String> properties = properties();
        properties.put("stoa.warehouse", warehouse);
        return properties;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
