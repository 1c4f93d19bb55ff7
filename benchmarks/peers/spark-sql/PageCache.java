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
package dev.stoa.benchmarks.engines;

import java.io.IOException;
import java.nio.file.Path;

/** Drops files from the page cache. Java can't; Python can, without rights that others lack. */
final class PageCache {
    private static final String DROP = """
            import os, sys
            for folder, _, files in os.walk(sys.argv[1]):
                for name in files:
                    file = os.open(os.path.join(folder, name), os.O_RDONLY)
                    os.fsync(file)  # what is not on the disk yet would stay
                    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                    os.close(file)
            """;

    private PageCache() {}

    /**
     * Drops all files of a folder.
     *
     * @throws IOException if that can't be done
     */
    static void drop(Path folder) throws IOException, InterruptedException {
        Process python = new ProcessBuilder("python3", "-c", DROP, folder.toString()).inheritIO().start();
        if (python.waitFor() != 0) {
            throw new IOException(folder + ": files can't be dropped from the page cache: python3 ended with exit code "
                    + python.exitValue());
        }
    }
}
