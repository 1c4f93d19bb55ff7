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
package dev.stoa.cli.internal.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.Sizes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void columnsLineUpAndControlCharactersAreShown() {
        TextTable table = new TextTable(List.of("name", ">n"));
        table.row("a\nb", 5);
        table.row("ö", 1000);
        StringWriter out = new StringWriter();
        table.print(new PrintWriter(out));
        assertEquals(
                List.of("name     n", "----  ----", "a\\nb     5", "ö     1000"),
                out.toString().lines().toList());
    }

    @Test
    void sizes() {
        assertEquals("999 B", Sizes.text(999));
        assertEquals("1.0 kB", Sizes.text(1000));
        assertEquals("1.0 MB", Sizes.text(999_999));
        assertEquals("1.5 GB", Sizes.text(1_500_000_000));
        assertEquals(64 << 10, Sizes.parse("64k"));
        assertEquals(1L << 30, Sizes.parse("1G"));
        for (String bad : List.of("", "k", "-5", "0", "5x", "9999999999999999G")) {
            assertThrows(CommandException.class, () -> Sizes.parse(bad), bad);
        }
    }
}
