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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Installation;
import dev.stoa.benchmarks.harness.ReadResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A contender whose library is large or clashes with those of others. A pom in {@code benchmarks/peers/FOLDER}, next to its
 * class, has its dependencies. They are fetched, and the class is compiled, for its first measurement. In its own processes its
 * libraries come before all others.
 *
 * @param name the fixed name
 * @param version of the library
 * @param folder of the pom and the class
 * @param className of the {@link PeerFormat}
 * @param filesOf whose files it reads
 * @param sizeVariants what to compare by size
 * @param readVariants what to compare by speed
 * @param deliveries how it can deliver
 */
record JavaPeer(
        String name,
        String version,
        String folder,
        String className,
        String filesOf,
        List<String> sizeVariants,
        List<String> readVariants,
        Set<Delivery> deliveries)
        implements Contender {

    @Override
    public List<String> writeVariants() {
        return List.of();
    }

    private Path sources() {
        return Path.of(System.getProperty("stoa.benchmarks.root"), "benchmarks", "peers", folder);
    }

    private Path target() {
        return Path.of(System.getProperty("stoa.benchmarks.target"), "peers", folder);
    }

    @Override
    public boolean startsFromParquet() {
        return true;
    }

    @Override
    public void install() throws IOException {
        List<String> javac = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-nowarn",
                "-proc:none",
                "-d",
                target().resolve("classes").toString(),
                "-cp",
                libraries() + File.pathSeparator + System.getProperty("java.class.path")));
        try (Stream<Path> files = Files.list(sources())) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .sorted()
                    .forEach(javac::add);
        }
        Installation.run(javac);
    }

    private String libraries() throws IOException {
        return Installation.libraries(name, sources().resolve("pom.xml"), target());
    }

    @Override
    public List<String> command(List<String> flags, List<String> task) throws IOException {
        String classPath = String.join(
                File.pathSeparator,
                target().resolve("classes").toString(),
                libraries(),
                System.getProperty("java.class.path"));
        return Fork.java(classPath, flags, task);
    }

    private PeerFormat format() throws IOException {
        try {
            return Class.forName(className)
                    .asSubclass(PeerFormat.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IOException(name + " is not on the class path", e);
        }
    }

    @Override
    public void write(Table table, String variant, Path file) throws IOException {
        throw new UnsupportedOperationException(name + " writes from a Parquet file");
    }

    /** Writes the rows of a Parquet file. */
    void write(Path parquet, String variant, Path file) throws IOException {
        format().write(parquet, variant, file);
    }

    @Override
    public Map<String, Long> columnBytes(Path file) throws IOException {
        return format().columnBytes(file);
    }

    @Override
    public ReadResult read(Path file, List<String> columns) throws IOException {
        return format().read(file, columns);
    }

    @Override
    public ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        return format().answer(file, variant, query);
    }
}
