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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.vio.FaultyDisk;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.WriteFailedException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whether files of Hadoop's local file system are named durably: what their sinks do to a disk that counts it. */
@Timeout(300)
class LocalSyncTest {

    @TempDir
    File folder;

    @Test
    void foldersAreSyncedBehindTheRename() throws Exception {
        Process process = new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultyDisk.class.getName(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        new File(folder, "root").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), told);
        assertEquals(
                List.of(
                        // a new folder in a new folder
                        "sync FOLDER, sync root, open a, move f, sync a",
                        // in the place of another
                        "open a, move f, sync a",
                        // written in place
                        "open a, sync a",
                        // folders that can't be synced
                        "root/a/h: its folder can't be synced to disk, true, []",
                        "root/a/f: its folder can't be synced to disk, true, [f]",
                        "root/b/f: can't be created, false, []",
                        "root/a/h: its folder can't be opened to be synced, false, [f]"),
                told.replace(folder.getName(), "FOLDER").lines().toList());
    }

    /** Writes files and tells what was done. */
    static final class Writer {

        private Writer() {}

        private static FaultyDisk disk;
        private static FileSystem fs;

        private static void write(String file, SinkOptions options) throws IOException {
            try (FileSink sink = HadoopFileSink.create(fs, new Path("file:" + file), options)) {
                sink.write(new byte[] {1});
                sink.commit();
            }
        }

        private static void tell(String file, SinkOptions options) throws IOException {
            disk.steps().clear();
            write(file, options);
            List<String> steps = new ArrayList<>(disk.steps());
            steps.removeIf(step ->
                    step.startsWith("close") || step.startsWith("mkdir") || step.matches("open (root|junit.*)"));
            System.out.println(String.join(", ", steps));
        }

        private static void tellFailure(String root, String step, String name, SinkOptions options) throws IOException {
            disk.failAt(step);
            String file = root + name;
            try {
                write(file, options);
                System.out.println(file + ": done");
            } catch (WriteFailedException e) {
                String what =
                        e.getMessage().substring(("file:" + file).length() + 2).split(": ", 2)[0];
                String[] left = new File(file).getParentFile().list();
                System.out.println("root" + name + ": " + what + ", " + e.mayBeVisible() + ", "
                        + Stream.of(left).filter(f -> !f.equals("d")).toList());
            }
        }

        public static void main(String[] args) throws IOException {
            disk = (FaultyDisk) FileSystems.getDefault().provider();
            fs = FileSystem.getLocal(new Configuration());
            String root = args[0];
            SinkOptions replace = SinkOptions.DEFAULT.withOverwrite(true);
            tell(root + "/a/f", SinkOptions.DEFAULT);
            tell(root + "/a/f", replace);
            tell(root + "/a/d", SinkOptions.DEFAULT.withDirect(true));
            new File(root, "a/f").delete();
            tellFailure(root, "sync a", "/a/h", SinkOptions.DEFAULT);
            tellFailure(root, "sync a", "/a/f", replace);
            tellFailure(root, "sync root", "/b/f", SinkOptions.DEFAULT);
            tellFailure(root, "open a", "/a/h", SinkOptions.DEFAULT);
        }
    }
}
