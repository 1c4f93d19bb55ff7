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
package dev.stoa.benchmarks.corpus;

import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.format.EncodingProfile;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.FileReport.Column;
import dev.stoa.reader.FileReport.RegionKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table of the corpora column by column: its bytes in every profile and as Parquet, and its encodings. */
final class CorpusColumns {
    private static final int MOST_COLUMNS = 40;

    private CorpusColumns() {}

    /**
     * The columns as text, those with the most bytes first.
     *
     * @param reports of the file of every profile
     * @param zstd bytes of the columns as Parquet with zstd, written from the same rows
     */
    static String text(String name, Map<EncodingProfile, FileReport> reports, Map<String, Long> zstd) {
        List<Column> columns = reports.get(EncodingProfile.DEFAULT).columns();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong(i -> -bytes(columns.get(i))));
        TextTable table = new TextTable(List.of(
                name,
                "type",
                "fast",
                "default",
                "compact",
                "parquet-java zstd",
                "data",
                "index",
                "MinMax",
                "encodings"));
        for (int i : order.subList(0, Math.min(MOST_COLUMNS, order.size()))) {
            Column column = columns.get(i);
            List<String> row = new ArrayList<>();
            row.add(column.field().name());
            row.add(column.field().type().toString());
            for (EncodingProfile profile : CorpusSizes.PROFILES) {
                row.add(String.valueOf(bytes(reports.get(profile).columns().get(i))));
            }
            row.add(String.valueOf(
                    zstd.getOrDefault(String.join(".", column.path().names()), 0L)));
            row.add(String.valueOf(column.dataBytes()));
            row.add(String.valueOf(column.indexBytes()));
            row.add(String.valueOf(column.minMaxBytes()));
            row.add(reports.entrySet().stream()
                    .map(report -> encodings(report.getValue().columns().get(i)))
                    .distinct()
                    .collect(Collectors.joining(" / ")));
            table.add(row);
        }
        long footer = reports.get(EncodingProfile.DEFAULT).regions().stream()
                .filter(r ->
                        r.kind() == RegionKind.HEADER || r.kind() == RegionKind.FOOTER || r.kind() == RegionKind.TAIL)
                .mapToLong(FileReport.Region::length)
                .sum();
        return "\n" + table
                + (columns.size() > MOST_COLUMNS ? "and " + (columns.size() - MOST_COLUMNS) + " more; " : "")
                + "header, footer and tail: " + footer + " bytes\n";
    }

    private static long bytes(Column column) {
        return column.dataBytes() + column.indexBytes() + column.minMaxBytes();
    }

    private static String encodings(Column column) {
        return column.encodings().stream().map(FileReport.EncodingUse::tree).collect(Collectors.joining(", "));
    }
}
