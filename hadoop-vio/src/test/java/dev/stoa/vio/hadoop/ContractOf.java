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

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Tells Hadoop's contract tests which file system to test, and where. */
final class ContractOf extends AbstractFSContract {

    private final FileSystem fs;
    private final Path folder;

    ContractOf(FileSystem fs, Path folder) {
        super(new Configuration(false));
        this.fs = fs;
        this.folder = folder;
    }

    @Override
    public FileSystem getTestFileSystem() throws IOException {
        return fs;
    }

    @Override
    public String getScheme() {
        return fs.getScheme();
    }

    @Override
    public Path getTestPath() {
        return folder;
    }

    /** Of the options of vectored reads none applies: no ranges that overlap, no end of file known beforehand. */
    @Override
    public boolean isSupported(String feature, boolean otherwise) {
        return false;
    }
}
