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
package dev.stoa.benchmarks.engines;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;

/** Local files without checksums of Hadoop's own. */
public final class BareLocalFileSystem extends LocalFileSystem {

    /** Called by Hadoop. */
    public BareLocalFileSystem() {}

    /** From now on local files of this process are read by it. */
    static void use() throws IOException {
        Configuration conf = new Configuration();
        conf.setClass("fs.file.impl", BareLocalFileSystem.class, FileSystem.class);
        FileSystem fs = FileSystem.get(URI.create("file:///"), conf); // is kept for all
        if (!(fs instanceof BareLocalFileSystem)) {
            throw new IllegalStateException("local files were read before by " + fs.getClass());
        }
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setVerifyChecksum(false);
        setWriteChecksum(false);
    }
}
