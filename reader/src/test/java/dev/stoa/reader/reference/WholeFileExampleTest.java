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
package dev.stoa.reader.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that the specification shows byte by byte is the one that the writer makes. */
class WholeFileExampleTest {
    @TempDir
    Path folder;

    @Test
    void specificationShowsTheWritersBytes() throws IOException {
        Type type = Type.of(TypeKind.INT32);
        IntVector numbers = new IntVector(type, new int[] {1, 0, 3}, new boolean[] {false, true, false}, 3);
        Schema schema = Schema.of(Field.nullable("n", type).withFieldId(5));
        WriterOptions options = WriterOptions.DEFAULT
                .withCreatedBy("me")
                .withUuid(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
        Path file = folder.resolve("whole.stoa");
        new GoldenFile("whole", options, new Batch(schema, List.of(numbers), 3)).write(file);
        assertEquals(HexFormat.of().formatHex(Files.readAllBytes(file)), shown());
        assertEquals(List.of("{\"n\":1}", "{\"n\":null}", "{\"n\":3}"), ReferenceDecoder.lines("rows", file));
    }

    @Test
    void referenceDecoderNoticesEachFlippedPart() throws IOException {
        byte[] bytes = HexFormat.of().parseHex(shown());
        Path file = folder.resolve("flipped.stoa");
        for (int at : new int[] {0, 6, 8, 14, 20, 24, 34, 44, 59, 72, 80, 91, 109, 124, 139, 169, bytes.length - 1}) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= 1;
            Files.write(file, flipped);
            assertEquals(1, ReferenceDecoder.run("check", file).exitCode(), "byte " + at);
        }
        Files.write(file, bytes);
        assertEquals(0, ReferenceDecoder.run("check", file).exitCode());
    }

    /** The bytes in the second column of the table of the last section; the first one must say where they are. */
    private static String shown() throws IOException {
        String spec = Files.readString(ReferenceDecoder.root().resolve("format-spec/SPEC.md"), StandardCharsets.UTF_8);
        Matcher rows = Pattern.compile("(?m)^\\| ([0-9]+) \\| `([0-9A-F ]+)` \\|")
                .matcher(spec.substring(spec.indexOf("## 11. A whole file")));
        StringBuilder hex = new StringBuilder();
        while (rows.find()) {
            assertEquals(Integer.parseInt(rows.group(1)), hex.length() / 2, "offset before " + rows.group(2));
            hex.append(rows.group(2).replace(" ", "").toLowerCase(Locale.ROOT));
        }
        assertTrue(hex.length() > 0, "the example is not there");
        return hex.toString();
    }
}
