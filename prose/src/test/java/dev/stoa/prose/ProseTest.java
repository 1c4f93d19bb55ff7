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
package dev.stoa.prose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds the prose of the repository to {@code docs/style.md}. */
class ProseTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final int SHOWN = 100;

    @Test
    void noSentenceHasAFault() throws IOException {
        List<String> faults = Prose.faults(ROOT);
        assertEquals(
                0,
                faults.size(),
                () -> "see docs/style.md\n" + String.join("\n", faults.subList(0, Math.min(SHOWN, faults.size())))
                        + "\n");
    }
}
