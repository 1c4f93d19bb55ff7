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
package dev.stoa.cli.internal.arguments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhereParserTest {

    @Test
    void comparisons() {
        assertEquals(Filter.equal("a", 5L), WhereParser.parse("a = 5"));
        assertEquals(Filter.notEqual("a.b", -5L), WhereParser.parse(" a.b<>-5 "));
        assertEquals(Filter.notEqual("a", 5L), WhereParser.parse("a != 5"));
        assertEquals(Filter.lessOrEqual("a", new BigDecimal("1.50")), WhereParser.parse("a <= 1.50"));
        assertEquals(Filter.nullSafeEqual("a", "it's"), WhereParser.parse("a <=> 'it''s'"));
        assertEquals(Filter.greater("d", "1995-01-01"), WhereParser.parse("d > DATE '1995-01-01'"));
        assertEquals(Filter.equal("`a b`.c", true), WhereParser.parse("`a b`.c = TRUE"));
        assertEquals(
                Filter.less("a", new BigDecimal("9223372036854775808")), WhereParser.parse("a < 9223372036854775808"));
        assertEquals(Filter.equal("a", 1000L), WhereParser.parse("a = 1e3"));
    }

    @Test
    void otherPredicates() {
        assertEquals(Filter.in("a", List.of("x", "y")), WhereParser.parse("a in ('x', 'y')"));
        assertEquals(Filter.not(Filter.in("a", List.of(1L))), WhereParser.parse("a not in (1)"));
        assertEquals(Filter.between("a", 1L, 2L), WhereParser.parse("a between 1 and 2"));
        assertEquals(Filter.isNull("a"), WhereParser.parse("a is null"));
        assertEquals(Filter.isNotNull("a"), WhereParser.parse("a is not null"));
        assertEquals(Filter.startsWith("a", "ab"), WhereParser.parse("a like 'ab%'"));
    }

    @Test
    void andBindsTighterThanOr() {
        assertEquals(
                Filter.or(Filter.equal("a", 1L), Filter.and(Filter.equal("b", 2L), Filter.not(Filter.equal("c", 3L)))),
                WhereParser.parse("a = 1 or b = 2 and not c = 3"));
        assertEquals(
                Filter.and(Filter.or(Filter.equal("a", 1L), Filter.equal("b", 2L)), Filter.equal("c", 3L)),
                WhereParser.parse("(a = 1 or b = 2) and c = 3"));
        assertEquals(
                Filter.and(Filter.between("a", 1L, 2L), Filter.equal("b", 3L)),
                WhereParser.parse("a between 1 and 2 and b = 3"));
    }

    @Test
    void whatCantBeReadIsABadUsageThatPointsAtThePosition() {
        for (String bad : List.of(
                "",
                "a",
                "a =",
                "a = 'x",
                "a = 5 b",
                "a in ()",
                "a in (1",
                "(a = 1",
                "a like 'x%y'",
                "a like '_x%'",
                "a is 5",
                "= 5",
                "a = x'zz'",
                "a not = 5",
                "`a = 5",
                "a..b = 1",
                "and",
                "a = 1 or",
                "a = 1e999999999")) {
            CommandException e = assertThrows(CommandException.class, () -> WhereParser.parse(bad), bad);
            assertEquals(2, e.exitCode());
            assertTrue(e.getMessage().contains("position"), e.getMessage());
        }
        assertThrows(CommandException.class, () -> WhereParser.parse("(".repeat(100_000)));
        assertThrows(CommandException.class, () -> WhereParser.parse("not ".repeat(100_000) + "a = 1"));
    }
}
