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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's contract on local files, as they are. */
class VectoredRawLocalTest extends VectoredReadContract {

    @TempDir
    static File folder;

    VectoredRawLocalTest(String bufferType) {
        super(bufferType);
    }

    @Override
    Path root() {
        return new Path(folder.toURI());
    }

    @Override
    Configuration conf() {
        Configuration conf = new Configuration();
        conf.setClass("stoa.vio.fs.file.impl", RawLocalFileSystem.class, FileSystem.class);
        return conf;
    }
}
