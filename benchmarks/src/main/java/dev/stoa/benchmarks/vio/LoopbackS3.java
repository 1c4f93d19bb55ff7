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
package dev.stoa.benchmarks.vio;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;

/** An S3 server in this process, which seems far away: with the files of a folder, or started when it is needed with one. */
final class LoopbackS3 {

    static final Path FILE = new Path("/data");
    static final long LENGTH = 256L * Ranges.MIB;

    /** Until the first byte of an answer. */
    static final int FIRST_BYTE_MILLIS = 30;

    /** Of each connection. */
    static final long BYTES_PER_SECOND = 50_000_000;

    private static LoopbackS3 started;

    private final SlowProxy proxy;

    private LoopbackS3(java.nio.file.Path folder) throws Exception {
        Files.createDirectories(folder.resolve(S3Settings.BUCKET));
        Properties properties = new Properties();
        properties.setProperty("jclouds.filesystem.basedir", folder.toString());
        S3Proxy server = S3Proxy.builder()
                .blobStore(BlobStores.create("filesystem-nio2", properties))
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, S3Settings.IDENTITY, S3Settings.CREDENTIAL)
                .ignoreUnknownHeaders(true)
                .build();
        server.start();
        proxy = new SlowProxy(server.getPort(), FIRST_BYTE_MILLIS, BYTES_PER_SECOND);
    }

    /** A server of what is in a folder's bucket, at full speed. */
    static LoopbackS3 of(java.nio.file.Path folder) throws Exception {
        return new LoopbackS3(folder);
    }

    static synchronized LoopbackS3 start() throws Exception {
        if (started == null) {
            LoopbackS3 s3 = new LoopbackS3(Scratch.folder());
            try (FileSystem fs = s3.fileSystem(OptionalInt.empty())) {
                Scratch.write(fs, FILE, LENGTH);
            }
            started = s3;
        }
        return started;
    }

    /** Where it listens. */
    String endpoint() {
        return "http://127.0.0.1:" + proxy.port();
    }

    /** The counts of its answers so far. */
    StoreCounts counts() {
        return proxy.counts();
    }

    void setSlow(boolean slow) {
        proxy.setSlow(slow);
    }

    /** The bucket, with S3A's own stream, and how many ranges such a stream reads at once if not by default. */
    FileSystem fileSystem(OptionalInt activeRanges) throws IOException {
        Configuration conf = S3Settings.of(endpoint());
        activeRanges.ifPresent(n -> conf.setInt("fs.s3a.vectored.active.ranged.reads", n));
        return FileSystem.newInstance(URI.create(S3Settings.ROOT), conf);
    }
}
