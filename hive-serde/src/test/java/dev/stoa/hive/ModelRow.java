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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A row in memory.
 *
 * @param id no two rows have the same
 * @param cells its other columns by name
 */
record ModelRow(long id, Map<String, Cell> cells) {
    /**
     * A value.
     *
     * @param value null, or as {@link ModelColumn#value} makes it
     * @param shown how Hive shows it
     */
    record Cell(Object value, String shown) {
        static final Cell NULL = new Cell(null, "NULL");
    }

    Object value(String column) {
        return cells.get(column).value();
    }

    ModelRow with(Map<String, Cell> others) {
        Map<String, Cell> all = new HashMap<>(cells);
        all.putAll(others);
        return new ModelRow(id, all);
    }

    ModelRow moved(long to) {
        return new ModelRow(to, cells);
    }

    /** As Hive shows some of the columns, behind the id. */
    String shown(List<String> columns) {
        return id + columns.stream().map(c -> "\t" + cells.get(c).shown()).collect(Collectors.joining());
    }
}
