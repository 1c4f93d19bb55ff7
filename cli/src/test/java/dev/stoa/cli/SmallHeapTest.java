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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command whose heap is too small says so in one line, in each thread, and leaves nothing. */
final class SmallHeapTest {
    @TempDir
    private Path folder;

    private void fails(Object... words) throws Exception {
        String text = OwnProcess.fails("-Xmx64m", folder.resolve("err.txt"), words);
        assertTrue(text.contains("the memory of the process does not suffice (Java heap space)"), text);
        assertTrue(text.contains("STOA_OPTS=-Xmx8g"), text);
    }

    @Test
    void aValueThatDoesNotFit() throws Exception {
        Path csv = Files.writeString(folder.resolve("long.csv"), "id,v\n1," + "x".repeat(60_000_000) + "\n");
        Path table = folder.resolve("table");
        CommandRun.ok("table", "create", table, "--schema", "id int, v string");
        fails("convert", csv, folder.resolve("long.stoa"));
        fails("insert", table, csv);
        CommandRun.ok("verify", table);
        assertEquals(List.of("err.txt", "long.csv", "table"), names(folder));
        assertEquals(List.of("_stoa"), names(table));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
