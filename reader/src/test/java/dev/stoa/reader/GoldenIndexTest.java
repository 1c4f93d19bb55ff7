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
package dev.stoa.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.reference.ReferenceDecoder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden index files (format-spec, section 12) lie beside golden files, hold still, and are found and checked by both readers. */
class GoldenIndexTest {
    private static final Path FOLDER =
            ReferenceDecoder.root().resolve("format-spec/src/test/resources/golden/edition-1");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "types; decimal(18,2); _types.stoa.decimal=2818=2C2=29.index",
                "strings; sorted; _strings.stoa.sorted.index",
                "strings; dictionary nulls; _strings.stoa.dictionary=20nulls.index"
            })
    void anIndexHoldsStill(String data, String column, String name) throws Exception {
        Path indexed = FOLDER.resolve(data + ".stoa");
        assertEquals(name, IndexFileNames.of(data + ".stoa", ColumnPath.of(column)));
        Path golden = FOLDER.resolve(name);
        Path made = folder.resolve(name);
        Tables.writeIndex(made, indexed, ColumnPath.of(column), folder, "golden");
        if (Boolean.getBoolean("stoa.golden.update")) {
            Files.copy(made, golden, StandardCopyOption.REPLACE_EXISTING);
        }
        assertArrayEquals(withoutTail(golden), withoutTail(made), golden + ": other bytes are written");
        List<String> lines = ReferenceDecoder.lines("check", golden);
        assertEquals(
                "good: the index of " + column + " of " + data + ".stoa",
                lines.get(0).replace("`", ""));
        try (StoaFile file = StoaFile.open(RangeSources.open(indexed));
                RangeSource source = RangeSources.open(golden)) {
            assertEquals(
                    new Verifier.IndexReport(false, List.of()), Verifier.verifyIndex(source, file, (rows, of) -> {}));
        }
    }

    /** The tail has a random UUID. */
    private static byte[] withoutTail(Path index) throws IOException {
        byte[] bytes = Files.readAllBytes(index);
        return Arrays.copyOf(bytes, bytes.length - Layout.TAIL_BYTES);
    }
}
