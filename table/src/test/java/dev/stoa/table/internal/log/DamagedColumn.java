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
package dev.stoa.table.internal.log;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.FileReport;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** Damages one column of a file of the log, or of a data file. The file's metadata says where the column is, so that no byte is tried in vain. */
public final class DamagedColumn {
    private DamagedColumn() {}

    /**
     * Flips a bit in the first values of a column, and in nothing else.
     *
     * @param column how the path of the column begins
     */
    public static void flip(MemoryFolder folder, String path, String column) throws IOException {
        flip(folder, path, column, FileReport.RegionKind.EXTENT);
    }

    /** Flips a bit in what a file has of a column. */
    static void flip(MemoryFolder folder, String path, String column, FileReport.RegionKind kind) throws IOException {
        byte[] bytes = folder.bytes(path);
        try (StoaFile file = StoaFile.open(folder.open(path, OptionalLong.empty()))) {
            FileReport report = FileReport.of(file);
            FileReport.Region region = report.regions().stream()
                    .filter(part -> part.kind() == kind
                            && report.columns()
                                    .get(part.column())
                                    .path()
                                    .toString()
                                    .startsWith(column))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(path + " has no " + kind + " of " + column));
            bytes[(int) region.offset()] ^= 8;
        }
        folder.put(path, bytes);
        List<Verifier.Problem> problems = new Log(folder).problems(path);
        assertFalse(problems.isEmpty(), path);
        for (Verifier.Problem problem : problems) {
            assertTrue(problem.toString().contains("column '" + column), problem::toString);
        }
    }
}
