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
package dev.stoa.delta;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Runs the decoder that was written from the specification alone. */
final class Reference {
    private Reference() {}

    /** The root of the repository: the folder that holds {@code format-spec}. */
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("format-spec"))) {
            folder = Optional.ofNullable(folder.getParent()).orElseThrow();
        }
        return folder;
    }

    /** Whether it finds a file good; skips the test where there is no python3. */
    static boolean isGood(Path file) throws IOException {
        Path script = root().resolve("format-spec/reference/stoa_reference.py");
        try {
            return new ProcessBuilder("python3", "-B", script.toString(), "check", file.toString())
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return abort("skipped: there is no python3 to run the reference decoder with (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
