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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.benchmarks.corpus.CorpusTable.ParquetBytes;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.csv.CsvOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of open data: {@code tables/}, {@code wide/}, {@code public-bi/}, {@code floats/} and {@code sizes.json}. */
public final class Corpora {
    private final Path root;
    private final Map<String, JsonNode> recorded = new HashMap<>();

    private Corpora(Path root) throws IOException {
        this.root = root;
        JsonNode sizes = json(root.resolve("sizes.json"));
        for (JsonNode table : sizes.get("tables")) {
            recorded.put(table.get("group").asText() + "/" + table.get("name").asText(), table);
        }
        for (JsonNode series : sizes.get("floats")) {
            recorded.put("floats/" + series.get("file").asText(), series);
        }
    }

    /**
     * Opens the folder.
     *
     * @throws IOException if it is not there or not such a folder
     */
    public static Corpora open(Path root) throws IOException {
        if (!Files.isRegularFile(root.resolve("sizes.json"))) {
            throw new IOException("the corpora are missing: there is no " + root.resolve("sizes.json")
                    + "; name their folder with --corpora");
        }
        return new Corpora(root);
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /** All tables, folder by folder. */
    public List<CorpusTable> tables() throws IOException {
        List<CorpusTable> tables = new ArrayList<>();
        for (String folder : List.of("tables", "wide")) {
            for (Path table : below(root.resolve(folder), 1)) {
                if (Files.isDirectory(table)) {
                    tables.add(text(folder, table));
                }
            }
        }
        Path samples = root.resolve("public-bi");
        for (Path sample : below(samples, 2)) {
            if (sample.toString().endsWith(".sample.csv")) {
                Path statement = Path.of(sample.toString().replace(".sample.csv", ".table.sql"));
                CsvOptions format = CorpusText.format('|', false, "null");
                tables.add(table(
                        "public-bi",
                        CorpusTable.relative(samples, sample).replace(".sample.csv", ""),
                        CorpusText.created(sample, format, statement)));
            }
        }
        for (JsonNode series : json(root.resolve("floats/expected.json"))) {
            String name = series.get("file").asText();
            boolean single = series.get("bits").asInt() == 32;
            tables.add(table(
                    "floats", name, new CorpusSeries(root.resolve("floats").resolve(name), single)));
        }
        return tables;
    }

    private static List<Path> below(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> folder.relativize(file).getNameCount() == depth && !file.equals(folder))
                    .sorted()
                    .toList();
        }
    }

    private CorpusTable text(String folder, Path table) throws IOException {
        String name = table.getFileName().toString();
        JsonNode expected = json(table.resolve("expected.json"));
        char delimiter = expected.get("delimiter").asText().charAt(0);
        String nullText = delimiter == '|' ? "null" : name.startsWith("nycflights") ? "NA" : "";
        CsvOptions format = CorpusText.format(delimiter, expected.get("header").asBoolean(), nullText);
        Path text = table.resolve(name + ".csv.gz");
        JsonNode record = recorded.get(folder + "/" + name);
        if (record != null && record.get("mode").asText().endsWith("schema.json")) {
            JsonNode columns = json(table.resolve("schema.json")).get("columns");
            return table(folder, name, CorpusText.listed(text, format, columns));
        }
        List<Field> fields = new ArrayList<>();
        expected.get("columns")
                .forEach(column -> fields.add(Field.nullable(column.get("name").asText(), Type.of(TypeKind.STRING))));
        return table(folder, name, new InferredText(text, format.withSchema(new Schema(fields))));
    }

    private CorpusTable table(String folder, String name, CorpusTable.Rows rows) {
        Optional<ParquetBytes> parquet = Optional.ofNullable(recorded.get(folder + "/" + name))
                .map(record -> new ParquetBytes(
                        record.get(record.has("rows") ? "rows" : "values").asLong(),
                        record.get("snappy").asLong(),
                        record.get("zstd3").asLong()));
        return new CorpusTable(folder, name, rows, parquet);
    }
}
