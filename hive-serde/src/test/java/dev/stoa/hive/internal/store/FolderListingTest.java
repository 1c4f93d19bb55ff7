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

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderListingTest {
    /** As writers do, whose temporary files are gone when a listing comes to look at them. */
    @Test
    void filesMayGoWhileTheirFolderIsListed(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("kept"), "rows");
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> writeAndRemove(folder, isOver));
        try {
            for (int i = 0; i < 300; i++) {
                assertTrue(names(folder).contains("kept"));
            }
        } finally {
            isOver.set(true);
            writer.join();
        }
    }

    private static Set<String> names(Path folder) throws Exception {
        Set<String> names = new HashSet<>();
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.toUri());
        Configuration ofUsers = new Configuration();
        ofUsers.set("fs.file.impl", LocalFileSystem.class.getName());
        ofUsers.set("fs.file.impl.disable.cache", "true");
        RemoteIterator<? extends FileStatus> entries = FolderListing.of(path, ofUsers);
        while (entries.hasNext()) {
            names.add(entries.next().getPath().getName());
        }
        return names;
    }

    private static void writeAndRemove(Path folder, AtomicBoolean isOver) {
        try {
            for (int i = 0; !isOver.get(); i++) {
                Path file = folder.resolve(i + ".tmp");
                Files.writeString(file, "");
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
