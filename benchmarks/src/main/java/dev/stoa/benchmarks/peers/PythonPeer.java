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
import dev.stoa.benchmarks.harness.Installation;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.ReadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A contender that is measured in processes of Python, whose packages are installed into a folder of their own when it is
 * first measured. {@code benchmarks/peers/python/peers.py} does its tasks.
 *
 * @param name the fixed name
 * @param version of the library
 * @param sizeVariants what to compare by size
 * @param readVariants what to compare by speed
 * @param writeVariants what to compare by speed of writing
 * @param deliveries how it can deliver
 */
record PythonPeer(
        String name,
        String version,
        List<String> sizeVariants,
        List<String> readVariants,
        List<String> writeVariants,
        Set<Delivery> deliveries)
        implements Contender {

    private static Path sources() {
        return Path.of(System.getProperty("stoa.benchmarks.root"), "benchmarks", "peers", "python");
    }

    private static Path environment() {
        return Path.of(System.getProperty("stoa.benchmarks.target"), "peers", "python");
    }

    @Override
    public boolean startsFromParquet() {
        return true;
    }

    @Override
    public void install() throws IOException {
        Path requirements = sources().resolve("requirements.txt");
        Path stamp = environment().resolve("installed.txt");
        if (Installation.isOlder(stamp, requirements)) {
            Progress.say("installing the packages of " + name);
            Installation.run(List.of("python3", "-m", "venv", environment().toString()));
            Installation.run(List.of(
                    environment().resolve("bin/pip").toString(), "install", "-q", "-r", requirements.toString()));
            Files.copy(requirements, stamp, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public List<String> command(List<String> flags, List<String> task) throws IOException {
        DataSet data = new DataSet(task.get(1));
        List<String> command = new ArrayList<>(List.of(
                environment().resolve("bin/python").toString(),
                sources().resolve("peers.py").toString(),
                data.file(this, "VARIANT").toString(),
                data.parquet().toString()));
        command.addAll(task);
        flags.stream().filter(flag -> flag.startsWith("-Dstoa.")).forEach(command::add);
        return command;
    }

    @Override
    public void write(Table table, String variant, Path file) {
        throw elsewhere();
    }

    @Override
    public Map<String, Long> columnBytes(Path file) {
        throw elsewhere();
    }

    @Override
    public ReadResult read(Path file, List<String> columns) {
        throw elsewhere();
    }

    private UnsupportedOperationException elsewhere() {
        return new UnsupportedOperationException(name + " runs in Python");
    }
}
