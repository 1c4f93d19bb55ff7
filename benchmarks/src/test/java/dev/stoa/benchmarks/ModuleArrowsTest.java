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
package dev.stoa.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Holds the arrows between the modules; see docs/adr/0001. */
final class ModuleArrowsTest {
    private static final String HADOOP = "org.apache.hadoop..";

    /** What each module may use of ours, by artifact; its package is named alike. */
    private static final Map<String, Set<String>> ALLOWED = new TreeMap<>(Map.of(
            "stoa-format", Set.of(),
            "stoa-vio", Set.of(),
            "stoa-writer", Set.of("stoa-format", "stoa-vio"),
            "stoa-reader", Set.of("stoa-format", "stoa-vio"),
            "stoa-delta", Set.of("stoa-format", "stoa-vio", "stoa-writer", "stoa-reader"),
            "stoa-mapreduce", Set.of("stoa-format", "stoa-vio", "stoa-writer", "stoa-reader", "stoa-delta"),
            "stoa-hive", Set.of("stoa-format", "stoa-vio", "stoa-writer", "stoa-reader", "stoa-delta"),
            "stoa-spark", Set.of("stoa-format", "stoa-vio", "stoa-writer", "stoa-reader", "stoa-delta"),
            "stoa-cli", Set.of("stoa-format", "stoa-vio", "stoa-writer", "stoa-reader", "stoa-delta"),
            "stoa-benchmarks",
                    Set.of("stoa-format", "stoa-vio", "stoa-writer", "stoa-reader", "stoa-delta", "stoa-cli")));

    private static JavaClasses classes;

    @BeforeAll
    static void readOurClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.stoa");
    }

    @Test
    void packagesUseOnlyWhatLiesBelow() {
        ALLOWED.forEach((module, below) -> {
            String[] forbidden = ALLOWED.keySet().stream()
                    .filter(other -> !other.equals(module) && !below.contains(other))
                    .flatMap(other -> packagesOf(other).stream())
                    .toArray(String[]::new);
            check(noClasses()
                    .that()
                    .resideInAnyPackage(packagesOf(module).toArray(String[]::new))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(forbidden));
        });
    }

    @Test
    void everyClassBelongsToAModule() {
        Set<String> strays = classes.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> ALLOWED.keySet().stream()
                        .flatMap(module -> packagesOf(module).stream())
                        .map(packages -> packages.replace("..", ""))
                        .noneMatch(root -> name.equals(root) || name.startsWith(root + ".")))
                .collect(Collectors.toSet());
        assertEquals(Set.of(), strays);
    }

    @Test
    void hadoopStaysInItsPackage() {
        check(noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.stoa.format..",
                        "dev.stoa.writer..",
                        "dev.stoa.reader..",
                        "dev.stoa.delta..",
                        "dev.stoa.table..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(HADOOP));
        check(noClasses()
                .that()
                .resideInAPackage("dev.stoa.vio..")
                .and()
                .resideOutsideOfPackage("dev.stoa.vio.hadoop..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(HADOOP, "dev.stoa.vio.hadoop.."));
    }

    @Test
    void nettyStaysInVectoredIo() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.stoa.vio..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty.."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.logging..",
                "org.apache.log4j..",
                "org.apache.logging..",
                "org.apache.commons.logging.."
            })
    void slf4jIsTheOnlyLog(String other) {
        check(noClasses().should().dependOnClassesThat().resideInAPackage(other));
    }

    @Test
    void pomsSayTheSame() throws Exception {
        Path root = root();
        Map<String, Set<String>> found = new TreeMap<>();
        for (String module : texts(parse(root.resolve("pom.xml")).getElementsByTagName("module"))) {
            Element pom = parse(root.resolve(module).resolve("pom.xml")).getDocumentElement();
            found.put(child(pom, "artifactId"), ourDependencies(pom));
        }
        Set<String> published = new TreeSet<>(ALLOWED.keySet());
        published.remove("stoa-benchmarks");
        assertEquals(published, found.remove("stoa-bom"), "the BOM has what is published");
        assertEquals(ALLOWED.keySet(), found.keySet(), "every module has its arrows here");
        found.forEach((module, uses) -> {
            Set<String> wrong = new TreeSet<>(uses);
            wrong.removeAll(ALLOWED.get(module));
            assertEquals(Set.of(), wrong, module + " must not depend on these");
        });
        assertEquals(
                ALLOWED.get("stoa-reader"),
                found.get("stoa-reader"),
                "the test sees dependencies where there are some");
    }

    @Test
    void theBomHasOurVersion() throws Exception {
        Path root = root();
        Element bom = parse(root.resolve("bom").resolve("pom.xml")).getDocumentElement();
        Element ours = parse(root.resolve("pom.xml")).getDocumentElement();
        assertEquals(child(ours, "version"), child(bom, "version"));
    }

    private static void check(ArchRule rule) {
        // A module may still be empty: then nothing can break the rule.
        rule.allowEmptyShould(true).check(classes);
    }

    /** The package of the same name, and that of tables. */
    private static List<String> packagesOf(String module) {
        String packages = module.replace('-', '.').replace("stoa.", "dev.stoa.") + "..";
        return module.equals("stoa-delta") ? List.of(packages, "dev.stoa.table..") : List.of(packages);
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("format-spec"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static Set<String> ourDependencies(Element pom) {
        Set<String> artifacts = new TreeSet<>();
        NodeList dependencies = pom.getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            if (child(dependency, "groupId").equals("dev.stoa")
                    && !child(dependency, "scope").equals("test")) {
                artifacts.add(child(dependency, "artifactId"));
            }
        }
        return artifacts;
    }

    private static String child(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i).getNodeName().equals(name)) {
                return nodes.item(i).getTextContent().strip();
            }
        }
        return "";
    }

    private static List<String> texts(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> nodes.item(i).getTextContent().strip())
                .toList();
    }

    private static Document parse(Path pom) throws Exception {
        File file = pom.toFile();
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
    }
}
