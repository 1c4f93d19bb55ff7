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
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The prose of the repository and its faults. A document counts by itself. Comments and help texts count by module, so that a
 * class may move within its module.
 */
public final class Prose {
    private final Path root;
    private final Spelling spelling;
    private final Map<String, List<String>> faults = new TreeMap<>();
    private final Map<String, Map<String, Integer>> counts = new TreeMap<>();

    private Prose(Path root) throws IOException {
        this.root = root;
        this.spelling = new Spelling(root.resolve("config/prose/words.txt"));
    }

    /**
     * Reads all prose of a repository.
     *
     * @throws IOException if a file can't be read
     */
    public static Prose of(Path root) throws IOException {
        Prose prose = new Prose(root);
        for (Path file : files(root, "", 1, ".md")) {
            prose.add(file, file.getFileName().toString(), Markdown.paragraphs(Files.readString(file)));
        }
        for (String folder : List.of("docs", "format-spec", ".github", ".gitlab", "examples", "benchmarks")) {
            for (Path file : files(root, folder, Integer.MAX_VALUE, ".md")) {
                prose.add(file, prose.name(file), Markdown.paragraphs(Files.readString(file)));
            }
        }
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.sorted().toList()) {
                prose.addSources(module);
            }
        }
        return prose;
    }

    private void addSources(Path module) throws IOException {
        for (Path file : files(module, "src/main/java", Integer.MAX_VALUE, ".java")) {
            String source = Files.readString(file);
            add(file, module.getFileName() + ":javadoc", JavaText.javadoc(source));
            add(file, module.getFileName() + ":help", JavaText.help(source));
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

    private String name(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private void add(Path file, String source, List<Paragraph> paragraphs) {
        for (Paragraph paragraph : paragraphs) {
            for (Fault fault : faults(paragraph, spelling)) {
                counts.computeIfAbsent(source, s -> new TreeMap<>()).merge(fault.rule(), 1, Integer::sum);
                faults.computeIfAbsent(source + " " + fault.rule(), s -> new ArrayList<>())
                        .add(name(file) + ", " + fault);
            }
        }
    }

    static List<Fault> faults(Paragraph paragraph, Spelling spelling) {
        List<Fault> found = new ArrayList<>();
        Rule.ALL.forEach(rule -> rule.check(paragraph, found::add));
        LongSentences.check(paragraph, found::add);
        spelling.check(paragraph, found::add);
        return found;
    }

    /** Returns the number of faults by source and rule; a source is a document, or the comments or help texts of a module. */
    public Map<String, Map<String, Integer>> counts() {
        return counts;
    }

    /** Returns the faults of a source by a rule, each as a line of text. */
    public List<String> faults(String source, String rule) {
        return faults.getOrDefault(source + " " + rule, List.of());
    }
}
