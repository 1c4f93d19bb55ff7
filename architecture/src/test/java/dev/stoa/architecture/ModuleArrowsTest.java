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
package dev.stoa.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
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
    static final Map<String, Set<String>> ALLOWED = new TreeMap<>();

    static {
        Set<String> files = Set.of("stoa-format", "stoa-vio", "stoa-writer", "stoa-reader");
        Set<String> deltas = union(files, "stoa-delta");
        Set<String> belowTables = union(deltas, "stoa-placement");
        Set<String> tables = union(belowTables, "stoa-table");
        ALLOWED.put("stoa-format", Set.of());
        ALLOWED.put("stoa-vio", Set.of());
        ALLOWED.put("stoa-writer", Set.of("stoa-format", "stoa-vio"));
        ALLOWED.put("stoa-reader", Set.of("stoa-format", "stoa-vio"));
        ALLOWED.put("stoa-delta", files);
        ALLOWED.put("stoa-table", belowTables);
        ALLOWED.put("stoa-mapreduce", tables);
        ALLOWED.put("stoa-metrics", Set.of("stoa-vio", "stoa-table"));
        ALLOWED.put("stoa-hive", tables);
        ALLOWED.put("stoa-spark", tables);
        ALLOWED.put("stoa-trino", tables);
        ALLOWED.put("stoa-interop", Set.of("stoa-format", "stoa-vio", "stoa-writer"));
        ALLOWED.put("stoa-arrow", tables);
        ALLOWED.put("stoa-placement", Set.of());
        ALLOWED.put("stoa-hdfs-affinity", Set.of("stoa-placement"));
        ALLOWED.put("stoa-cli", union(union(tables, "stoa-interop"), "stoa-arrow"));
        ALLOWED.put("stoa-python", union(tables, "stoa-arrow"));
        ALLOWED.put("stoa-benchmarks", union(union(union(tables, "stoa-interop"), "stoa-arrow"), "stoa-hdfs-affinity"));
        ALLOWED.put("stoa-architecture", Set.of());
        ALLOWED.put("stoa-examples", union(union(union(tables, "stoa-interop"), "stoa-metrics"), "stoa-hdfs-affinity"));
        ALLOWED.put("stoa-prose", Set.of());
    }

    /** Modules of the build alone, and those that are no libraries. */
    private static final Set<String> UNPUBLISHED =
            Set.of("stoa-architecture", "stoa-benchmarks", "stoa-examples", "stoa-prose", "stoa-python", "stoa-trino");

    /** Modules whose classes use none of ours, and are none of the product. */
    private static final Set<String> WITHOUT_CLASSES = Set.of("stoa-architecture", "stoa-prose", "stoa-python");

    private static final JavaClasses CLASSES = Types.CLASSES;

    @Test
    void packagesUseOnlyWhatLiesBelow() {
        ALLOWED.forEach((module, below) -> {
            boolean isLeftOut = module.equals("stoa-trino") && !Types.HAS_TRINO;
            if (WITHOUT_CLASSES.contains(module) || isLeftOut) {
                return;
            }
            String[] forbidden = ALLOWED.keySet().stream()
                    .filter(other -> !other.equals(module) && !below.contains(other))
                    .map(ModuleArrowsTest::packageOf)
                    .toArray(String[]::new);
            check(noClasses()
                    .that()
                    .resideInAPackage(packageOf(module))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(forbidden));
        });
    }

    @Test
    void everyClassBelongsToAModule() {
        Set<String> strays = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> ALLOWED.keySet().stream()
                        .map(ModuleArrowsTest::packageOf)
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
                        "dev.stoa.table..",
                        "dev.stoa.placement..")
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

    /** The format has one hash function, with one caller of the library; see format-spec/SPEC.md, section 4.1. */
    @Test
    void oneTypeHashes() {
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.stoa.format.internal.meta.Hash64")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("net.jpountz.xxhash.."));
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
        published.removeAll(UNPUBLISHED);
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

    @Test
    void thePythonPackageHasOurVersion() throws Exception {
        Path root = root();
        String ours = child(parse(root.resolve("pom.xml")).getDocumentElement(), "version");
        String inPython = ours.replace("-SNAPSHOT", ".dev0").replace("-rc", "rc");
        List<String> project = Files.readAllLines(root.resolve("python").resolve("pyproject.toml"));
        assertEquals(
                List.of("version = \"" + inPython + "\""),
                project.stream().filter(line -> line.startsWith("version = ")).toList());
    }

    private static Set<String> union(Set<String> some, String more) {
        Set<String> all = new TreeSet<>(some);
        all.add(more);
        return all;
    }

    private static void check(ArchRule rule) {
        rule.check(CLASSES);
    }

    /** The package of the same name. */
    private static String packageOf(String module) {
        return module.replace('-', '.').replace("stoa.", "dev.stoa.") + "..";
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
