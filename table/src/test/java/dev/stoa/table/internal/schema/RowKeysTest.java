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
package dev.stoa.table.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowKeysTest {
    /** As the command line shows them, also those that filters do not take. */
    @Test
    void valuesOfAllTypesAreShown() throws IOException {
        Schema schema = Schema.of(
                Field.required("half", Type.of(TypeKind.FLOAT16)),
                Field.required("single", Type.of(TypeKind.FLOAT32)),
                Field.required("at", Type.timestamp(3, true)),
                Field.required("bytes", Type.of(TypeKind.BINARY)),
                Field.required("name", Type.of(TypeKind.STRING)));
        Batch batch = JavaRows.batch(schema, List.<Object[]>of(new Object[] {
            1.5f, 0.1f, Instant.parse("2026-11-30T12:34:56.789Z"), new byte[] {1, -1}, "a"
        }));
        assertEquals(
                "half = 1.5, single = 0.1, at = 2026-11-30T12:34:56.789Z, bytes = 0x01ff, name = a",
                new RowKeys(schema.fields()).text(batch.columns(), 0));
    }
}
