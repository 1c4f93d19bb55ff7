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
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.Range;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's local file system, with its checksum files. */
class LocalFileSystemTest extends FileSystemContract {

    @TempDir
    static File folder;

    private LocalFileSystem fs;

    @BeforeAll
    void open() throws IOException {
        fs = FileSystem.getLocal(new Configuration());
    }

    @Override
    FileSystem fs() {
        return fs;
    }

    @Override
    Path root() {
        return new Path(folder.toURI());
    }

    @Override
    boolean isNative() {
        return RunningHadoop.isAtLeast("3.3.5");
    }

    @Test
    void theChecksumFileFollows() throws IOException {
        Path path = path("f");
        write(path, new byte[5000]);
        assertTrue(fs.getRaw().exists(path("f").suffix("")) && fs.getRaw().exists(path(".f.crc")));
        assertEquals(2, fs.getRaw().listStatus(path.getParent()).length);
        try (RandomAccessFile damage = new RandomAccessFile(fs.pathToFile(path), "rw")) {
            damage.seek(1234);
            damage.write(1);
        }
        try (RangeSource source = HadoopRangeSource.open(fs, path, OptionalLong.empty())) {
            RangeReadException e =
                    assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(1200, 100))));
            assertInstanceOf(ChecksumException.class, e.getCause());
        }
    }
}
