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
package dev.stoa.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.delta.DeltaConflict.Kind;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Changes brought behind those that were committed since. */
final class RebaseTest {

    @Test
    void givesTheImageOfBothOrTheirConflicts() {
        Random random = Seeds.random("rebase");
        int left = Seeds.operations(120_000);
        int clean = 0;
        int refused = 0;
        while (left > 0) {
            int baseRows = random.nextInt(120);
            // often in parts that overlap little, so that not all conflict
            double cut = random.nextDouble();
            double overlap = random.nextInt(4) == 0 ? 1 : random.nextDouble() * 0.1;
            GhostModel committed = new GhostModel(baseRows);
            GhostModel late = new GhostModel(baseRows);
            boolean swap = random.nextBoolean();
            int operations = random.nextInt(60);
            for (int i = 0; i < operations; i++) {
                (swap ? late : committed).operate(random, 0, Math.min(1, cut + overlap));
                (swap ? committed : late).operate(random, Math.max(0, cut - overlap), 1);
            }
            left -= 2 * operations + 1;
            Set<String> conflicts = late.conflicts(committed);
            try {
                DeltaTree rebased = late.tree().rebase(committed.tree());
                assertEquals(Set.of(), conflicts);
                Invariants.check(rebased);
                List<Row> image = late.image(committed);
                DeltaStack stack = DeltaStack.of(committed.tree(), rebased);
                assertEquals(image, Model.scan(stack, random));
                assertEquals(image, Model.scan(DeltaStack.of(stack.merged()), random));
                clean++;
            } catch (DeltaConflictException e) {
                assertEquals(conflicts, rows(e.conflicts()));
                refused++;
            }
        }
        System.out.println("rebased " + clean + ", in conflict " + refused);
        assertTrue(clean > 100 && refused > 100, "both must occur often");
    }

    private static Set<String> rows(List<DeltaConflict> conflicts) {
        Set<String> rows = new TreeSet<>();
        for (DeltaConflict conflict : conflicts) {
            for (int i = 0; i < conflict.count(); i++) {
                rows.add(conflict.kind() + " " + (conflict.sid() + i) + " " + conflict.column());
            }
        }
        return rows;
    }

    @Test
    void overTwoCommitsOneByOneOrBothAtOnceIsTheSame() throws DeltaConflictException {
        Random random = Seeds.random("two commits");
        int same = 0;
        for (int round = 0; round < Seeds.operations(4_000); round++) {
            int baseRows = random.nextInt(60);
            GhostModel late = new GhostModel(baseRows);
            GhostModel first = new GhostModel(baseRows);
            for (int i = random.nextInt(8); i > 0; i--) {
                late.operate(random, 0, 1);
                first.operate(random, 0, 1);
            }
            GhostModel second = new GhostModel((int) first.tree().rows());
            for (int i = random.nextInt(8); i > 0; i--) {
                second.operate(random, 0, 1);
            }
            DeltaTree committed = first.tree().merge(second.tree());
            Invariants.check(committed);
            DeltaTree atOnce;
            try {
                atOnce = late.tree().rebase(committed);
            } catch (DeltaConflictException e) {
                assertThrows(
                        DeltaConflictException.class,
                        () -> late.tree().rebase(first.tree()).rebase(second.tree()));
                continue;
            }
            DeltaTree oneByOne = late.tree().rebase(first.tree()).rebase(second.tree());
            assertEquals(
                    Model.scan(DeltaStack.of(committed, atOnce), random),
                    Model.scan(DeltaStack.of(committed, oneByOne), random));
            same++;
        }
        assertTrue(same > 1_000);
    }

    @Test
    void insertsAtOnePlaceKeepTheOrderOfCommits() throws DeltaConflictException {
        DeltaTree committed =
                DeltaTree.empty(4).edit().insert(2, 10).insert(3, 11).freeze();
        DeltaTree late = DeltaTree.empty(4).edit().insert(2, 20).insert(3, 21).freeze();
        DeltaStack stack = DeltaStack.of(committed, late.rebase(committed));
        assertEquals(8, stack.rows());
        assertEquals(10, stack.insertedAt(2));
        assertEquals(11, stack.insertedAt(3));
        assertEquals(20, stack.insertedAt(4));
        assertEquals(21, stack.insertedAt(5));
        assertEquals(2, stack.sidOf(6));
    }

    @Test
    void saysWhichRowsConflict() {
        DeltaTree committed = DeltaTree.empty(100)
                .edit()
                .modify(70, 4, 1)
                .modify(60, 4, 1)
                .modify(60, 5, 1)
                .delete(10, 30)
                .freeze();
        DeltaTree late = DeltaTree.empty(100)
                .edit()
                .modify(60, 5, DeltaTree.SET_NULL)
                .modify(60, 6, 2)
                .modify(11, 0, 2)
                .delete(70, 1)
                .delete(20, 30)
                .freeze();
        DeltaConflictException e = assertThrows(DeltaConflictException.class, () -> late.rebase(committed));
        assertEquals(
                List.of(
                        new DeltaConflict(Kind.MODIFIED_DELETED, 11, 1, 0),
                        new DeltaConflict(Kind.BOTH_DELETED, 20, 20, DeltaConflict.WHOLE_ROW),
                        new DeltaConflict(Kind.BOTH_MODIFIED, 60, 1, 5),
                        new DeltaConflict(Kind.DELETED_MODIFIED, 70, 1, 4)),
                e.conflicts());
        assertEquals(4, e.count());
        assertTrue(
                e.getMessage().contains("in 4 places") && e.getMessage().contains("row 11 deleted, column 0"),
                e.getMessage());
    }

    @Test
    void listsNoMoreConflictsThanItSays() {
        DeltaEditor editor = DeltaTree.empty(5_000).edit();
        for (int i = 0; i < 5_000; i++) {
            editor.modify(i, 0, i);
        }
        DeltaTree tree = editor.freeze();
        DeltaConflictException e = assertThrows(DeltaConflictException.class, () -> tree.rebase(tree));
        assertEquals(5_000, e.count());
        assertEquals(DeltaConflictException.MOST_LISTED, e.conflicts().size());
    }

    @Test
    void bothMustBeOfOneImage() {
        assertThrows(IllegalArgumentException.class, () -> DeltaTree.empty(4).rebase(DeltaTree.empty(5)));
        assertThrows(IllegalArgumentException.class, () -> DeltaTree.empty(4).merge(DeltaTree.empty(5)));
        assertThrows(IllegalArgumentException.class, () -> DeltaStack.of(DeltaTree.empty(4), DeltaTree.empty(5)));
        assertThrows(IllegalArgumentException.class, DeltaStack::of);
    }
}
