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
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * Reaches the rename of a file system that refuses or replaces an existing name, in one step if the store can. The method is
 * protected, and a filter may call it. Never close it: that would close the caller's file system.
 */
final class AtomicRename extends FilterFileSystem {

    AtomicRename(FileSystem fs) {
        super(fs);
    }

    /**
     * Renames a file.
     *
     * @throws org.apache.hadoop.fs.FileAlreadyExistsException if the target exists and must not be overwritten
     */
    void rename(Path source, Path target, boolean overwrite) throws IOException {
        rename(source, target, overwrite ? Options.Rename.OVERWRITE : Options.Rename.NONE);
    }
}
