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
package dev.stoa.hive;

import dev.stoa.hive.ModelRow.Cell;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The rows that statements insert: a table of Hive's text format, and the same in memory. */
final class ModelSource {
    /** Its name, without the database. */
    static final String TABLE = "source";

    static final int ROWS = 2000;

    private final NavigableMap<Long, ModelRow> rows = new TreeMap<>();
    private final Map<String, Map<String, Cell>> literals = new HashMap<>();

    private ModelSource() {}

    /** Makes the table in the session's database, with values by a seed. */
    static ModelSource create(HiveSession hive, String folder, long seed) throws Exception {
        ModelSource source = new ModelSource();
        Random random = new Random(seed);
        StringBuilder lines = new StringBuilder();
        List<List<Object>> all = new ArrayList<>();
        for (int id = 0; id < ROWS; id++) {
            lines.append(id);
            List<Object> values = new ArrayList<>();
            for (ModelColumn column : ModelColumn.ALL) {
                Object value = random.nextInt(8) == 0 ? null : column.value().apply(random);
                values.add(value);
                lines.append('\1').append(text(column, value));
            }
            all.add(values);
            lines.append('\n');
        }
        Path place = hive.folder(folder);
        Files.writeString(place.resolve("rows.txt"), lines, StandardCharsets.UTF_8);
        hive.run("drop table if exists " + TABLE);
        hive.run("create external table " + TABLE + " (" + columns(ModelColumn.ALL) + ") stored as textfile location '"
                + place + "'");
        for (String row : hive.run("select * from " + TABLE)) {
            String[] shown = row.split("\t", -1);
            long id = Long.parseLong(shown[0]);
            Map<String, Cell> cells = new HashMap<>();
            for (int c = 0; c < ModelColumn.ALL.size(); c++) {
                Object value = all.get((int) id).get(c);
                cells.put(ModelColumn.ALL.get(c).name(), new Cell(value, shown[c + 1]));
            }
            source.rows.put(id, new ModelRow(id, cells));
        }
        source.showLiterals(hive);
        return source;
    }

    private static String text(ModelColumn column, Object value) {
        return column.type().equals("binary") && value != null
                ? Base64.getEncoder().encodeToString(value.toString().getBytes(StandardCharsets.UTF_8))
                : ModelColumn.text(value);
    }

    private void showLiterals(HiveSession hive) throws Exception {
        List<String> casts = new ArrayList<>();
        for (ModelColumn column : ModelColumn.ALL) {
            column.literals().keySet().forEach(literal -> casts.add(column.cast(literal)));
        }
        String[] shown = hive.run("select " + String.join(", ", casts)).get(0).split("\t", -1);
        int next = 0;
        for (ModelColumn column : ModelColumn.ALL) {
            Map<String, Cell> cells = new TreeMap<>();
            for (Map.Entry<String, Object> literal : column.literals().entrySet()) {
                cells.put(literal.getKey(), new Cell(literal.getValue(), shown[next++]));
            }
            literals.put(column.name(), cells);
        }
    }

    /** Columns of a table, with their types, behind the id. */
    static String columns(List<ModelColumn> columns) {
        return "id bigint"
                + columns.stream().map(c -> ", " + c.name() + " " + c.type()).collect(Collectors.joining());
    }

    /** Rows of these ids. */
    NavigableMap<Long, ModelRow> rows(long from, long to) {
        return from > to ? new TreeMap<>() : rows.subMap(from, true, to, true);
    }

    /** The literals of a column. */
    Map<String, Cell> literals(ModelColumn column) {
        return literals.get(column.name());
    }
}
