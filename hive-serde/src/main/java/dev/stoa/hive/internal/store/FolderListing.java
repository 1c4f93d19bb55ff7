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
package dev.stoa.hive.internal.store;

import dev.stoa.vio.Folder;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Lists folders that other processes may write to at the same time. */
public final class FolderListing {
    private FolderListing() {}

    /**
     * Lists a folder by one call, which HDFS answers with the hosts of the files' blocks.
     *
     * <p>It does not ask for the blocks of a local folder. For these Hadoop runs {@code ls} for each file. It fails if a
     * file is gone by then, as the temporary ones of a writer soon are.
     */
    public static RemoteIterator<? extends FileStatus> of(Path folder, Configuration configuration) throws IOException {
        FileSystem fs = folder.getFileSystem(configuration);
        boolean isLocal = fs.getUri().getScheme().equals("file");
        return isLocal ? fs.listStatusIterator(folder) : fs.listLocatedStatus(folder);
    }

    /** Whether a folder has no file or folder that may have rows. */
    public static boolean isEmpty(Folder folder) throws IOException {
        return folder.list("").stream()
                .allMatch(entry -> entry.name().startsWith(".") || entry.name().startsWith("_"));
    }
}
