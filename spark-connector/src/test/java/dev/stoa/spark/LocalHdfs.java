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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** A local folder for what Hadoop takes for HDFS, whose renames tables rely on. */
abstract class LocalHdfs extends RawLocalFileSystem {
    static final String IMPLEMENTATION = "fs.hdfs.impl";

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(URI.create("file:///"), conf);
    }

    /** Those of a local file system look for their rights by their URI. */
    @Override
    public FileStatus[] listStatus(Path folder) throws IOException {
        FileStatus[] files = super.listStatus(folder);
        for (int i = 0; i < files.length; i++) {
            FileStatus file = files[i];
            files[i] = new FileStatus(
                    file.getLen(),
                    file.isDirectory(),
                    1,
                    file.getBlockSize(),
                    file.getModificationTime(),
                    file.getPath());
        }
        return files;
    }

    /** Asked for before the constructor of a subclass has run. */
    @Override
    public abstract URI getUri();
}
