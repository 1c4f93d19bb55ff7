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

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's contract on HDFS. */
@Tag("store")
class VectoredHdfsTest extends VectoredReadContract {

    @TempDir
    static File folder;

    private static HdfsServer server;

    VectoredHdfsTest(String bufferType) {
        super(bufferType);
    }

    @BeforeAll
    static void start() throws IOException {
        server = new HdfsServer(folder, 1 << 20);
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        server.stop();
    }

    @Override
    Path root() {
        return new Path(server.uri().resolve("/stoa"));
    }

    @Override
    Configuration conf() {
        return new Configuration();
    }
}
