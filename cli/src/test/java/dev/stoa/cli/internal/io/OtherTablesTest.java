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

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.internal.arguments.CommandException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherTablesTest {
    @TempDir
    java.nio.file.Path folder;

    private Path file;

    @BeforeEach
    void make() throws IOException {
        java.nio.file.Path inner = Files.createDirectories(folder.resolve("lake/t/day=1"));
        file = new Path(Files.writeString(inner.resolve("a.csv"), "1\n").toUri());
    }

    /** A store that refuses each look outside of a folder. */
    private FileSystem closed(IOException refusal, java.nio.file.Path open) throws IOException {
        FileSystem fs = new RawLocalFileSystem() {
            @Override
            public boolean exists(Path path) throws IOException {
                check(path);
                return super.exists(path);
            }

            @Override
            public FileStatus[] listStatus(Path path) throws IOException {
                check(path);
                return super.listStatus(path);
            }

            private void check(Path path) throws IOException {
                if (!java.nio.file.Path.of(path.toUri().getPath()).startsWith(open)) {
                    throw refusal;
                }
            }
        };
        fs.initialize(URI.create("file:///"), new Configuration(false));
        return fs;
    }

    /** As with rights for a prefix of a bucket. */
    @Test
    void foldersWithoutRightsArePassedOver() throws IOException {
        for (IOException refusal :
                new IOException[] {new AccessDeniedException("no"), new AccessControlException("no")}) {
            new OtherTables(new KnownFolders(closed(refusal, folder.resolve("lake/t")))).refuse(file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"_delta_log", ".hoodie", "metadata"})
    void aTableInsideThemIsFound(String log) throws IOException {
        java.nio.file.Path table = folder.resolve("lake/t");
        Files.createDirectories(table.resolve(log));
        Files.writeString(table.resolve(log).resolve("v1.metadata.json"), "{}");
        OtherTables tables = new OtherTables(new KnownFolders(closed(new AccessDeniedException("no"), table)));
        CommandException e = assertThrows(CommandException.class, () -> tables.refuse(file));
        assertTrue(e.getMessage().contains("is inside the table"), e::getMessage);
    }

    @Test
    void otherFailuresEndTheCommand() throws IOException {
        OtherTables tables =
                new OtherTables(new KnownFolders(closed(new IOException("lost"), folder.resolve("lake/t"))));
        assertThrows(IOException.class, () -> tables.refuse(file));
    }
}
