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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the command line says what the parser does. {@code -Dstoa.docs.update=true} writes it. */
final class CommandReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "command-line.md");

    @Test
    void thePageIsUpToDate() throws IOException {
        String page = CommandReference.page();
        if (Boolean.getBoolean("stoa.docs.update")) {
            Files.writeString(PAGE, page);
        }
        assertEquals(
                page,
                Files.readString(PAGE),
                "docs/command-line.md is out of date: run this test with -Dstoa.docs.update=true");
    }
}
