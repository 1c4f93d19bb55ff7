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
package dev.stoa.cli.internal.io;

import dev.stoa.cli.internal.arguments.CommandException;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the file systems of paths. */
final class Stores {
    private static final URI LOCAL = URI.create("file:///");

    private Stores() {}

    /** Whether a file system is the local disk. */
    static boolean isLocal(FileSystem fs) {
        return LOCAL.getScheme().equals(fs.getUri().getScheme());
    }

    /**
     * The file system of a path. Hadoop's own look-up loads every file system on the class path, and logs a user in. The local disk
     * needs neither, and a short command would spend most of its time there.
     *
     * @throws CommandException for a web server: Hadoop's file system for one can only read whole files
     */
    static FileSystem of(Path path, Configuration conf) throws IOException {
        URI uri = path.toUri().getScheme() == null ? FileSystem.getDefaultUri(conf) : path.toUri();
        if ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) {
            throw CommandException.usage(
                    path + ": a web server has neither folders nor the lengths of files: download the file first, such"
                            + " as by 'curl -O', or name its store, such as s3a://");
        }
        if (!LOCAL.getScheme().equals(uri.getScheme()) || conf.get("fs.file.impl") != null) {
            return path.getFileSystem(conf);
        }
        LocalFileSystem local = new LocalFileSystem();
        local.initialize(LOCAL, conf);
        return local;
    }
}
