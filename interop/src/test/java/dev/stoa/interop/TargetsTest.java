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
package dev.stoa.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetsTest {
    private static final Schema SCHEMA = Schema.of(Field.required("id", Type.of(TypeKind.INT64)));

    @TempDir
    private Path folder;

    @Test
    void refusesWhatIsNotWrittenInBatches() throws IOException {
        FileSink sink = LocalFileSink.create(folder.resolve("rows.csv"), SinkOptions.DEFAULT);
        Exception e = assertThrows(
                IllegalArgumentException.class,
                () -> Targets.DEFAULT.create(new Configuration(), sink, FileKind.CSV, SCHEMA, List.of()));
        assertTrue(e.getMessage().contains("rows.csv: CSV is not written here"), e.getMessage());
        assertArrayEquals(new File[0], folder.toFile().listFiles(), "the sink is closed");
    }
}
