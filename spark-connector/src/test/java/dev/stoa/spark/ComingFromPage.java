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
package dev.stoa.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of {@code docs/coming-from.md} for Spark. */
final class ComingFromPage {
    private static final Pattern CODE = Pattern.compile("(`+)(.*?)\\1");

    private ComingFromPage() {}

    /** All lines with a statement of another format. */
    static List<String> lines() throws IOException {
        List<String> page = Files.readAllLines(Path.of("..", "..", "docs", "coming-from.md"));
        return page.subList(0, page.indexOf("## Hive's ACID tables")).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
    }

    /** The lines of a resource beside this class, in their parts; a missing last one is empty. */
    static List<String[]> cases(String resource) {
        try (InputStream in = ComingFromPage.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.copyOf((line + " ").split(" \\| ", -1), 4))
                    .map(parts -> Arrays.stream(parts)
                            .map(part -> part == null ? "" : part.strip())
                            .toArray(String[]::new))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whatever of a line can be typed. */
    static List<String> statements(String line) {
        List<String> statements = new ArrayList<>();
        for (Matcher code = CODE.matcher(line); code.find(); ) {
            statements.add(code.group(2).strip());
        }
        return statements;
    }
}
