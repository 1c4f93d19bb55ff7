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
package dev.stoa.trino;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.testing.BaseComplexTypesPredicatePushDownTest;
import io.trino.testing.QueryRunner;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trino's own test of conditions on fields of rows, lists and maps. */
@Tag("engine")
final class ComplexTypesTest extends BaseComplexTypesPredicatePushDownTest {
    @TempDir
    private static Path warehouse;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        return Server.withTpchTables(warehouse, List.of());
    }

    /** Trino's test expects that scans read lists and rows to find that none is null. Here they know it. */
    @Test
    @Override
    public void testRowTypeOnlyNullsRowGroupPruning() {
        assertUpdate(
                "CREATE TABLE nulls AS SELECT CAST(NULL AS bigint) AS c, CAST(ROW(NULL, ARRAY[NULL, 1e0]) AS ROW(a bigint,"
                        + " b array(double))) AS r FROM TABLE(sequence(1, 4096))",
                4096);
        for (String condition : List.of("c IS NOT NULL", "r.a IS NOT NULL", "r.b IS NULL", "r IS NULL")) {
            assertNoDataRead("SELECT * FROM nulls WHERE " + condition);
        }
        for (String condition : List.of("c IS NULL", "r.a IS NULL", "r.b IS NOT NULL", "r IS NOT NULL")) {
            assertThat(computeActual("SELECT * FROM nulls WHERE " + condition).getRowCount())
                    .isEqualTo(4096);
        }
    }
}
