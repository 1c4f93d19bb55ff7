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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.vio.ChangedFileException;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.Seeds;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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

    @Test
    final void anObjectThatWasReplacedIsRefused() throws Exception {
        Path path = path("f");
        byte[] bytes = write(path, Seeds.bytes(new Random(6), 500_000));
        FileStatus status = fs.getFileStatus(path);
        try (RangeSource source = HadoopRangeSource.open(fs, status)) {
            replace(path);
            RangeReadException e =
                    assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(1000, 400_000))));
            ChangedFileException why = assertInstanceOf(ChangedFileException.class, e.getCause());
            assertEquals(path.toString(), why.file());
            assertEquals(0, source.stats().retries(), "another attempt would read another object");
        }
        try (RangeSource source = HadoopRangeSource.open(fs, path, OptionalLong.of(bytes.length));
                RangeBuffers got = source.read(List.of(new Range(0, 10)))) {
            assertFalse(Seeds.slice(bytes, new Range(0, 10)).equals(got.buffer(0)), "it was replaced");
        }
    }

    /** Puts another object of the same length. */
    private void replace(Path path) throws IOException {
        try (FileSink sink = HadoopFileSink.create(fs, path, SinkOptions.DEFAULT.withOverwrite(true))) {
            sink.write(Seeds.bytes(new Random(7), 500_000));
            sink.commit();
        }
    }
}
