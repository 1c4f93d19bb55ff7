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
package dev.stoa.writer;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the tests of the writer share. */
final class TestFiles {
    private TestFiles() {}

    static StoaWriter create(Path file, Schema schema, WriterOptions options) throws IOException {
        return StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), schema, options);
    }

    /** Some rows as a batch. */
    static Batch batch(Schema schema, List<Object[]> rows) throws IOException {
        return JavaRows.batch(schema, rows);
    }

    /** The names of all files in a folder and below. */
    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile)
                    .map(p -> folder.relativize(p).toString())
                    .sorted()
                    .toList();
        }
    }
}
