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
package dev.stoa.benchmarks.vio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;

/** The files of the experiments. */
final class Scratch {

    private Scratch() {}

    /** Makes a folder that is removed when the process ends. */
    static Path folder() throws IOException {
        Path target = Path.of(System.getProperty("stoa.benchmarks.target"));
        Path folder = Files.createTempDirectory(target, "vio");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> FileUtil.fullyDelete(folder.toFile())));
        return folder;
    }

    /** Writes a file of random bytes. */
    static void write(FileSystem fs, org.apache.hadoop.fs.Path path, long length) throws IOException {
        Random random = new Random(1);
        byte[] bytes = new byte[Ranges.MIB];
        try (OutputStream out = fs.create(path)) {
            for (long done = 0; done < length; done += bytes.length) {
                random.nextBytes(bytes);
                out.write(bytes, 0, (int) Math.min(bytes.length, length - done));
            }
        }
    }
}
