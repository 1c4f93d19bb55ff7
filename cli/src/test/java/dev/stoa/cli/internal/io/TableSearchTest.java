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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.internal.arguments.CommandException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search for tables around files of a store, whose requests a file system counts. */
class TableSearchTest {
    @TempDir
    java.nio.file.Path folder;

    private final List<String> requests = new ArrayList<>();
    private java.nio.file.Path unlisted;
    private java.nio.file.Path closed;
    private Store store;

    private final class Store extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("store:///");
        }

        @Override
        public FileStatus getFileStatus(Path path) throws IOException {
            requests.add("status " + path);
            if (path.getParent() != null && path.getParent().toUri().getPath().equals(String.valueOf(closed))) {
                throw new AccessDeniedException("no");
            }
            return super.getFileStatus(path);
        }

        @Override
        public FileStatus[] listStatus(Path path) throws IOException {
            requests.add("list " + path);
            if (path.toUri().getPath().equals(String.valueOf(unlisted))) {
                throw new AccessDeniedException("no");
            }
            List<FileStatus> found = new ArrayList<>();
            String[] names = pathToFile(path).list();
            if (names == null) {
                throw new FileNotFoundException(path.toString());
            }
            for (String name : names) {
                found.add(super.getFileStatus(new Path(path, name)));
            }
            return found.toArray(FileStatus[]::new);
        }

        @Override
        public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
            FileStatus[] found = listStatus(path);
            return new RemoteIterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < found.length;
                }

                @Override
                public FileStatus next() {
                    return found[next++];
                }
            };
        }
    }

    @BeforeEach
    void make() throws IOException {
        store = new Store();
        store.initialize(store.getUri(), new Configuration(false));
        Files.createDirectories(folder.resolve("lake/t/day=1"));
        Files.createDirectories(folder.resolve("lake/t/day=2"));
    }

    private InputFiles.Input input(String name) throws IOException {
        java.nio.file.Path file = folder.resolve("lake/t").resolve(name);
        Files.writeString(file, "1\n");
        Path path = new Path("store:" + file);
        return new InputFiles.Input(store, ((FileSystem) new RawStatus()).getFileStatus(path), name);
    }

    /** Finds what the test itself asks for, uncounted. */
    private static final class RawStatus extends RawLocalFileSystem {
        RawStatus() throws IOException {
            initialize(getUri(), new Configuration(false));
        }

        @Override
        public URI getUri() {
            return URI.create("store:///");
        }
    }

    private int ancestors() {
        return folder.resolve("lake/t/day=1").getNameCount() + 1;
    }

    @Test
    void eachFolderAroundFilesIsAskedForOnce() throws IOException {
        InputFiles.Input first = input("day=1/a.csv");
        InputFiles.Input second = input("day=1/b.csv");
        InputFiles.Input third = input("day=2/c.csv");
        requests.clear();
        TableSearch tables = new TableSearch();
        tables.refuse(first);
        assertEquals(ancestors(), requests.size(), requests::toString);
        tables.refuse(second);
        assertEquals(ancestors(), requests.size(), requests::toString);
        tables.refuse(third);
        assertEquals(ancestors() + 1, requests.size(), requests::toString);
    }

    private void refused(String expected, InputFiles.Input input) {
        CommandException e = assertThrows(CommandException.class, () -> new TableSearch().refuse(input));
        assertTrue(e.getMessage().contains(expected), e::getMessage);
    }

    @Test
    void tablesAreFoundByTheListing() throws IOException {
        InputFiles.Input input = input("day=1/a.csv");
        java.nio.file.Path log = Files.createDirectory(folder.resolve("lake/t/_stoa"));
        refused("is inside the table", input);
        Files.delete(log);
        new TableSearch().refuse(input);
        Files.createDirectory(folder.resolve("lake/t/.hoodie"));
        refused("of Hudi", input);
        Files.delete(folder.resolve("lake/t/.hoodie"));
        Files.createDirectory(folder.resolve("lake/_delta_log"));
        refused("of Delta Lake", input);
        Files.delete(folder.resolve("lake/_delta_log"));
        Files.createDirectory(folder.resolve("lake/metadata"));
        new TableSearch().refuse(input);
        Files.writeString(folder.resolve("lake/metadata/v3.metadata.json"), "{}");
        refused("of Iceberg", input);
    }

    /** Where a folder can't be listed, or has more entries than one request lists, each name is asked for. */
    @Test
    void namesAreAskedForWhereAListingDoesNotTell() throws IOException {
        InputFiles.Input input = input("day=1/a.csv");
        Files.createDirectory(folder.resolve("lake/_delta_log"));
        unlisted = folder.resolve("lake");
        refused("of Delta Lake", input);
        unlisted = null;
        for (int i = 0; i < 1001; i++) {
            Files.createDirectory(folder.resolve("lake/" + i));
        }
        refused("of Delta Lake", input);
    }

    /** As with rights for a prefix of a bucket. */
    @Test
    void foldersWithoutRightsArePassedOver() throws IOException {
        InputFiles.Input input = input("day=1/a.csv");
        unlisted = folder.resolve("lake");
        closed = unlisted;
        new TableSearch().refuse(input);
        Files.createDirectory(folder.resolve("lake/t/_stoa"));
        refused("is inside the table", input);
    }
}
