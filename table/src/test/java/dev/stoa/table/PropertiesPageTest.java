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
package dev.stoa.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of tables lists the properties that the code knows, and their limits. */
final class PropertiesPageTest {

    @Test
    void thePageListsAllProperties() throws IOException, IllegalAccessException {
        String page = Files.readString(Path.of("..", "docs", "tables.md"));
        int begin = page.indexOf("## Properties\n");
        String section = page.substring(begin, page.indexOf("\n## ", begin));
        Set<String> listed = new TreeSet<>();
        Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE)
                .matcher(section)
                .results()
                .forEach(row -> listed.add(row.group(1)));
        Set<String> known = new TreeSet<>();
        for (Field field : TableProperties.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                String name = (String) field.get(null);
                known.add(name.endsWith(".") ? name + "NAME" : name);
            }
        }
        assertEquals(known, listed);
        assertTrue(section.contains("| 1 to " + SinkOptions.MOST_REPLICAS + ";"), section);
        assertTrue(section.contains("default " + TableProperties.DEFAULT_PART_FRAGMENTS + " |"), section);
    }
}
