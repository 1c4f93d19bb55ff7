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

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** S3A with one kind of input stream, on a real S3 server in this process. */
abstract class S3AContract extends FileSystemContract {

    private final String streamType;
    private final boolean vectored;
    S3ProxyServer server;
    private FileSystem fs;

    S3AContract(String streamType, boolean vectored) {
        this.streamType = streamType;
        this.vectored = vectored;
    }

    @BeforeAll
    final void start() throws Exception {
        server = new S3ProxyServer();
        fs = server.fileSystem(streamType);
    }

    @AfterAll
    final void stop() throws Exception {
        fs.close();
        server.stop();
    }

    @Override
    final FileSystem fs() {
        return fs;
    }

    @Override
    final Path root() {
        return new Path("s3a://bkt/stoa");
    }

    @Override
    final boolean isNative() {
        return vectored;
    }

    @Override
    final boolean showsDirectWritesAtOnce() {
        return false;
    }
}
