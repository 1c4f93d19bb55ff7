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
package dev.stoa.reader.internal.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.reader.internal.value.RowMask;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of a conjunction's parts. */
class PartOrderTest {
    private static Predicate part(int cost) {
        return new Predicate.InSet(0, ConstantSet.ALL, false, cost, new Predicate.Scratch(), new Outcomes.Known());
    }

    private static void test(PartOrder order, int part, int passing) {
        RowMask mask = new RowMask();
        mask.fill(passing, true);
        order.tested(part, 4096, mask);
    }

    @Test
    void cheapPartsComeFirstAsLongAsNothingIsKnown() {
        assertArrayEquals(new Integer[] {1, 2, 0}, new PartOrder(List.of(part(10), part(1), part(2))).next());
    }

    @Test
    void partsThatRuleOutMuchForLittleComeFirst() {
        PartOrder order = new PartOrder(List.of(part(1), part(10), part(1)));
        for (int i = 0; i < 7; i++) {
            assertArrayEquals(new Integer[] {0, 2, 1}, order.next(), "as long as little is known");
            test(order, 0, 4096); // rules out nothing
            test(order, 1, 10); // nearly all, for ten times the work
            test(order, 2, 1000); // three quarters
        }
        assertArrayEquals(new Integer[] {2, 1, 0}, order.next());
    }

    @Test
    void partsOfPartsCostWhatTheseCost() {
        List<Predicate> parts = List.of(part(3), part(4));
        assertEquals(7, new Predicate.All(parts, new PartOrder(parts), new RowMask()).cost());
        assertEquals(7, new Predicate.Any(parts, new RowMask()).cost());
    }
}
