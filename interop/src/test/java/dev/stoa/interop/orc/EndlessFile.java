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
package dev.stoa.interop.orc;

import dev.stoa.format.CorruptFileException;
import dev.stoa.interop.FormatCopies;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;

/** The process that reads a file whose decoding never ends: it prints how the file was refused. */
final class EndlessFile {
    /** The exit code after a refusal. */
    static final int REFUSED = 3;

    private EndlessFile() {}

    public static void main(String[] args) throws IOException {
        Configuration conf = new Configuration(false);
        Duration mostCpu = Duration.ofSeconds(2);
        try (OrcSource source =
                OrcSource.open(conf, FormatCopies.hadoop(Path.of(args[0])), OrcSourceOptions.DEFAULT, mostCpu)) {
            FormatCopies.read(source);
        } catch (CorruptFileException e) {
            System.out.println(e.getMessage());
            System.exit(REFUSED);
        }
    }
}
