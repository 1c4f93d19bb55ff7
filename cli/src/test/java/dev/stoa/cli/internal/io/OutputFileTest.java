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

import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is stopped while a store makes a file for it. */
class OutputFileTest {
    @TempDir
    private Path folder;

    @Test
    void aFileThatIsMadeWhileASignalComesGoes() throws Exception {
        Path out = Files.createDirectory(folder.resolve("out"));
        File printed = folder.resolve("printed.txt").toFile();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stopped.class.getName(),
                        out.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed)
                .start();
        assertEquals(Stopped.EXIT_CODE, process.waitFor(), Files.readString(printed.toPath()));
        assertEquals(List.of(), Arrays.asList(out.toFile().list()));
    }

    /** Begins a file. The store answers only when the file is there, and the end of the process waits for it. */
    static final class Stopped {
        static final int EXIT_CODE = 7;

        private Stopped() {}

        public static void main(String[] args) throws IOException {
            RawLocalFileSystem fs = new RawLocalFileSystem() {
                @Override
                public FSDataOutputStream create(
                        org.apache.hadoop.fs.Path path,
                        FsPermission permission,
                        EnumSet<CreateFlag> flags,
                        int bufferSize,
                        short replication,
                        long blockSize,
                        Progressable progress)
                        throws IOException {
                    FSDataOutputStream made =
                            super.create(path, permission, flags, bufferSize, replication, blockSize, progress);
                    new Thread(() -> System.exit(EXIT_CODE)).start();
                    while (!isAwaited()) {
                        Thread.onSpinWait();
                    }
                    return made;
                }
            };
            fs.initialize(fs.getUri(), new Configuration(false));
            try (FileSink sink =
                    OutputFile.create(fs, new org.apache.hadoop.fs.Path(args[0], "a"), SinkOptions.DEFAULT)) {
                sink.write(new byte[1], 0, 1);
            }
        }

        private static boolean isAwaited() {
            return Thread.getAllStackTraces().entrySet().stream()
                    .anyMatch(thread -> thread.getKey().getState() == Thread.State.BLOCKED
                            && Arrays.stream(thread.getValue())
                                    .anyMatch(call -> call.getClassName().equals(OutputFile.class.getName())));
        }
    }
}
