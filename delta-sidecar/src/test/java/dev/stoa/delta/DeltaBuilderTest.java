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

import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that come in order, and the bounds of what a tree holds. */
final class DeltaBuilderTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 128, 129, 4_096, 4_097, 5_000, 30_000})
    void makesTheTreeThatAnEditorMakes(int operations) {
        Random random = Seeds.random("builder");
        Model model = Model.of(operations);
        DeltaEditor editor = DeltaTree.empty(operations).edit();
        for (int i = 0; i < operations; i++) {
            model.operate(random, editor, operations);
        }
        DeltaTree built = again(editor.freeze());
        assertEquals(editor.freeze().changes(), built.changes());
        model.check(built, random);
        // what was built can be edited
        DeltaEditor more = built.edit();
        for (int i = 0; i < 300; i++) {
            model.operate(random, more, operations);
        }
        model.check(more.freeze(), random);
    }

    private static DeltaTree again(DeltaTree tree) {
        DeltaBuilder builder = new DeltaBuilder(tree.baseRows());
        Path path = new Path().toKey(tree.root(), 0);
        for (boolean more = path.settle(); more; more = path.next()) {
            long key = path.key();
            if (Key.isInsert(key)) {
                builder.insert(Key.sid(key), path.reference());
            } else if (Key.isModifyInserted(key)) {
                builder.modifyInserted(Key.column(key), path.reference());
            } else if (Key.isDelete(key)) {
                builder.delete(Key.sid(key), path.reference());
            } else {
                builder.modify(Key.sid(key), Key.column(key), path.reference());
            }
        }
        return builder.build();
    }

    @Test
    void joinsDeletesThatTouch() {
        DeltaTree tree = new DeltaBuilder(100)
                .delete(10, 5)
                .delete(15, 1)
                .insert(16, 1)
                .delete(16, 4)
                .build();
        assertEquals(3, tree.changes());
        assertEquals(91, tree.rows());
        Invariants.check(tree);
        // and the last two are one when no row is between them any more
        DeltaTree without = tree.edit().delete(10, 1).freeze();
        assertEquals(1, without.changes());
        Invariants.check(without);
    }

    @Test
    void refusesChangesOutOfOrder() {
        refuse(b -> b.insert(4, 1));
        refuse(b -> b.insert(5, 1));
        refuse(b -> b.insert(11, 1));
        refuse(b -> b.insert(7, -1));
        refuse(b -> b.modify(4, 9, 1));
        refuse(b -> b.modify(5, 2, 1));
        refuse(b -> b.modify(5, 1, 1));
        refuse(b -> b.modify(10, 1, 1));
        refuse(b -> b.modify(7, 1, -2));
        refuse(b -> b.delete(5, 1));
        refuse(b -> b.delete(6, 0));
        refuse(b -> b.delete(6, 5));
        refuse(b -> b.delete(6, Long.MAX_VALUE));
        refuse(b -> b.delete(11, 1));
        refuse(b -> b.modifyInserted(1, 1));
        refuse(b -> b.insert(6, 1).modifyInserted(3, 1).modifyInserted(3, 2));
        refuse(b -> b.insert(6, 1).modify(6, 3, 1).modifyInserted(4, 2));
        refuse(b -> b.delete(6, 2).modify(7, 0, 1));
        refuse(b -> b.delete(6, 2).insert(7, 1));
        refuse(b -> b.insert(7, 1).delete(6, 1));
        assertThrows(IllegalArgumentException.class, () -> new DeltaBuilder(3).modifyInserted(0, 1));
    }

    @Test
    void takesNothingWhenTheTreeIsMade() {
        DeltaBuilder builder = new DeltaBuilder(10).insert(2, 1);
        DeltaTree tree = builder.build();
        assertThrows(IllegalArgumentException.class, () -> builder.insert(5, 1));
        assertThrows(IllegalArgumentException.class, () -> builder.modifyInserted(5, 1));
        assertThrows(IllegalArgumentException.class, () -> builder.modify(5, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> builder.delete(5, 1));
        assertEquals(1, tree.changes());
        assertEquals(1, builder.build().changes());
    }

    private static void refuse(Consumer<DeltaBuilder> change) {
        DeltaBuilder builder = new DeltaBuilder(10).modify(5, 2, 1);
        assertThrows(IllegalArgumentException.class, () -> change.accept(builder));
    }

    @Test
    void goesToTheBoundsAndNotBeyond() {
        long most = 1L << 42;
        int column = (1 << 19) - 2;
        DeltaTree tree = new DeltaBuilder(most)
                .modify(0, column, Long.MAX_VALUE)
                .delete(1, most - 2)
                .insert(most - 1, Long.MAX_VALUE)
                .modifyInserted(column, DeltaTree.SET_NULL)
                .modify(most - 1, column, 7)
                .insert(most, 9)
                .build();
        Invariants.check(tree);
        assertEquals(4, tree.rows());
        assertEquals(Long.MAX_VALUE, tree.modifiedAt(0, column));
        assertEquals(Long.MAX_VALUE, tree.insertedAt(1));
        assertEquals(DeltaTree.SET_NULL, tree.modifiedAt(1, column));
        assertEquals(7, tree.modifiedAt(2, column));
        assertEquals(most - 1, tree.sidOf(2));
        assertEquals(9, tree.insertedAt(3));
        assertEquals(most, tree.sidOf(3));
        assertThrows(IllegalArgumentException.class, () -> DeltaTree.empty(most + 1));
        assertThrows(IllegalArgumentException.class, () -> DeltaTree.empty(-1));
        assertThrows(
                IllegalStateException.class, () -> DeltaTree.empty(most).edit().insert(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new DeltaBuilder(most).insert(0, 1));
    }

    @Test
    void refusesRowsAndColumnsThatAreNot() {
        DeltaTree tree = DeltaTree.empty(10);
        DeltaEditor editor = tree.edit();
        for (long row : new long[] {-1, 10, 11, Long.MIN_VALUE, Long.MAX_VALUE}) {
            refuse(() -> tree.sidOf(row));
            refuse(() -> tree.insertedAt(row));
            refuse(() -> tree.modifiedAt(row, 0));
            refuse(() -> editor.modify(row, 0, 1));
            refuse(() -> editor.delete(row, 1));
            refuse(() -> DeltaStack.of(tree, tree).sidOf(row));
            if (row != 10) {
                refuse(() -> tree.ridOf(row));
                refuse(() -> tree.isDeleted(row));
                refuse(() -> editor.insert(row, 1));
                refuse(() -> tree.edit().delete(0, row));
            }
        }
        refuse(() -> tree.modifiedAt(0, -1));
        refuse(() -> editor.modify(0, (1 << 19) - 1, 1));
        refuse(() -> DeltaStack.of(tree).scan().read(0, 11, new RangeChanges()));
        refuse(() -> DeltaStack.of(tree).scan().read(5, 4, new RangeChanges()));
        refuse(() -> DeltaStack.of(tree).scan().read(-1, 4, new RangeChanges()));
        assertThrows(IllegalArgumentException.class, () -> editor.insert(0, -1));
        assertThrows(IllegalArgumentException.class, () -> editor.modify(0, 0, -2));
        assertEquals(0, editor.freeze().changes());
    }

    private static void refuse(Executable action) {
        assertThrows(IndexOutOfBoundsException.class, action);
    }
}
