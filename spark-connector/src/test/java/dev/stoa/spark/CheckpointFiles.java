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

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.DataChecksum;

/**
 * The local files in which Spark keeps the state of its streams. Hadoop starts a process for each link that it looks at and each right
 * that it sets: 1,500 for the tests of streams.
 */
public final class CheckpointFiles extends DelegateToFileSystem {
    private static final int BUFFER = 4096;

    /** Called by Hadoop. */
    public CheckpointFiles(URI ignored, Configuration conf) throws IOException, URISyntaxException {
        super(URI.create("file:///"), new Files(), conf, "file", false);
    }

    @Override
    public int getUriDefaultPort() {
        return -1;
    }

    @Override
    public FsServerDefaults getServerDefaults(Path path) {
        return new FsServerDefaults(1 << 25, 512, 1 << 16, (short) 1, BUFFER, false, 0, DataChecksum.Type.CRC32);
    }

    @Override
    public boolean isValidName(String name) {
        return true;
    }

    private static final class Files extends RawLocalFileSystem {
        @Override
        public void setPermission(Path path, FsPermission permission) {}

        @Override
        public FileStatus getFileLinkStatus(Path path) throws IOException {
            return getFileStatus(path);
        }
    }
}
