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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reasons that are found again for the encodings of a file. */
class EncodingReasonsTest {
    @TempDir
    Path folder;

    private List<EncodingReasons.Reason> reasons(Schema schema, List<Object[]> rows, EncodingProfile profile)
            throws IOException {
        Path path = folder.resolve(profile + ".stoa");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT.withProfile(profile));
        List<EncodingReasons.Reason> reasons = new ArrayList<>();
        try (StoaFile file = Tables.open(path)) {
            EncodingReasons.of(file, profile, reasons::add);
            Map<String, Integer> blocks = new HashMap<>();
            reasons.forEach(r -> blocks.merge(r.path().toString(), r.blocks(), Integer::sum));
            for (FileReport.Column column : FileReport.of(file).columns()) {
                assertEquals(column.blocks(), blocks.getOrDefault(column.path().toString(), 0), column.path() + "");
            }
        }
        return reasons;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyBlockOfEveryColumnHasOne(long seed) throws IOException {
        RandomTables tables = new RandomTables(new Random(seed), 400_000);
        Schema schema = tables.schema();
        for (EncodingReasons.Reason reason : reasons(schema, tables.rows(schema, 500), EncodingProfile.DEFAULT)) {
            if (!reason.candidates().isEmpty()) {
                assertTrue(
                        reason.candidates().stream().anyMatch(c -> c.encoding().equals(reason.chosen())),
                        "seed " + seed + ": " + reason);
            }
        }
    }

    @Test
    void theFirstVectorIsChosenForAsTheWriterDid() throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)),
                Field.nullable("mode", Type.of(TypeKind.STRING)),
                Field.required("price", Type.of(TypeKind.FLOAT64)));
        Random random = new Random(1);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            rows.add(new Object[] {1000L * i, i % 50 == 0 ? null : "mode " + random.nextInt(9), random.nextDouble()});
        }
        for (EncodingProfile profile : EncodingProfile.values()) {
            List<EncodingReasons.Reason> reasons = reasons(schema, rows, profile).stream()
                    .filter(r -> r.firstBlock() == 0)
                    .toList();
            assertEquals(3, reasons.size());
            for (EncodingReasons.Reason reason : reasons) {
                assertEquals(reason.encoding(), reason.chosen());
                assertTrue(reason.candidates().size() > 0, reason.toString());
            }
        }
    }
}
