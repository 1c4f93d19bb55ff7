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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;

/**
 * Refuses symbolic links in a local folder that change its rows. Hadoop passes over links to nothing, and follows links to a folder around
 * them until the system gives up.
 */
final class Links {
    private Links() {}

    /**
     * Looks at the links in a folder.
     *
     * @throws CommandException if one leads to nothing, or to a folder around it
     */
    static void refuse(FileSystem fs, org.apache.hadoop.fs.Path folder) throws IOException {
        if (!"file".equals(fs.getUri().getScheme())) {
            return;
        }
        Path local = Path.of(folder.toUri().getPath());
        try (DirectoryStream<Path> children = Files.newDirectoryStream(local)) {
            for (Path child : children) {
                if (InputFiles.isData(String.valueOf(child.getFileName())) && Files.isSymbolicLink(child)) {
                    refuse(child);
                }
            }
        }
    }

    private static void refuse(Path link) throws IOException {
        if (!Files.exists(link)) {
            throw CommandException.usage(
                    link + " is a link to nothing, so its rows would be missing: mend the link, or remove it");
        }
        boolean isAround = Files.isDirectory(link)
                && link.toAbsolutePath().getParent().toRealPath().startsWith(link.toRealPath());
        if (isAround) {
            throw CommandException.usage(
                    link + " is a link to a folder around it, so rows would come again and again: remove the link");
        }
    }
}
