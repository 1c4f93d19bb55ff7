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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The prose of the repository: its documents, and the Javadoc and the help texts of its modules. */
public final class Prose {
    private final Path root;
    private final Spelling spelling;
    private final List<String> faults = new ArrayList<>();

    private Prose(Path root) throws IOException {
        this.root = root;
        this.spelling = new Spelling(root.resolve("config/prose/words.txt"));
    }

    /**
     * Returns the faults of all prose of a repository, each as a line of text with its file, line and advice.
     *
     * @throws IOException if a file can't be read
     */
    public static List<String> faults(Path root) throws IOException {
        Prose prose = new Prose(root);
        for (Path file : files(root, "", 1, ".md")) {
            prose.add(file, Markdown.paragraphs(Files.readString(file)));
        }
        for (String folder : List.of("docs", "format-spec", ".github", ".gitlab", "examples", "benchmarks")) {
            for (Path file : files(root, folder, Integer.MAX_VALUE, ".md")) {
                prose.add(file, Markdown.paragraphs(Files.readString(file)));
            }
        }
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.sorted().toList()) {
                prose.addSources(module);
            }
        }
        return prose.faults;
    }

    private void addSources(Path module) throws IOException {
        for (Path file : files(module, "src/main/java", Integer.MAX_VALUE, ".java")) {
            String source = Files.readString(file);
            add(file, JavaText.javadoc(source));
            add(file, JavaText.help(source));
        }
    }

    private static List<Path> files(Path root, String folder, int depth, String suffix) throws IOException {
        Path start = root.resolve(folder);
        if (!Files.isDirectory(start)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(start, depth)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> !root.relativize(file).toString().contains("target/"))
                    .sorted()
                    .toList();
        }
    }

    private void add(Path file, List<Paragraph> paragraphs) {
        String name = root.relativize(file).toString().replace('\\', '/');
        for (Paragraph paragraph : paragraphs) {
            faults(paragraph, spelling).forEach(fault -> faults.add(name + ", " + fault));
        }
    }

    static List<Fault> faults(Paragraph paragraph, Spelling spelling) {
        List<Fault> found = new ArrayList<>();
        Rule.ALL.forEach(rule -> rule.check(paragraph, found::add));
        LongSentences.check(paragraph, found::add);
        spelling.check(paragraph, found::add);
        return found;
    }
}
