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

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Hadoop's contract on S3A with its classic streams. */
@Tag("store")
@Tag("once")
class VectoredS3AClassicTest extends VectoredReadContract {

    private static S3ProxyServer server;

    VectoredS3AClassicTest(String bufferType) {
        super(bufferType);
    }

    @BeforeAll
    static void start() throws Exception {
        server = new S3ProxyServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
    }

    @Override
    Path root() {
        return new Path("s3a://bkt/stoa");
    }

    @Override
    Configuration conf() {
        return server.configuration("classic");
    }
}
