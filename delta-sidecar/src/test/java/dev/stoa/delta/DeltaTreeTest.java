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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tree beside a plain list of rows. */
final class DeltaTreeTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 3_000, 20_000})
    void isTheListThatTheSameOperationsMake(int baseRows) {
        Random random = Seeds.random("list of " + baseRows);
        int operations = Seeds.operations(120_000);
        Model model = Model.of(baseRows);
        DeltaEditor editor = DeltaTree.empty(baseRows).edit();
        for (int i = 0; i < operations; i++) {
            model.operate(random, editor, Math.max(200, baseRows));
            assertEquals(model.rows.size(), editor.rows());
            if (random.nextInt(Math.max(200, baseRows)) == 0) {
                model.check(editor.freeze(), random);
            }
        }
        model.check(editor.freeze(), random);
    }

    @Test
    void snapshotsStayWhatTheyWere() {
        Random random = Seeds.random("snapshots");
        Model model = Model.of(1_000);
        DeltaEditor editor = DeltaTree.empty(1_000).edit();
        List<DeltaTree> trees = new ArrayList<>();
        List<Model> models = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            model.operate(random, editor, 2_000);
            if (random.nextInt(500) == 0) {
                trees.add(editor.freeze());
                models.add(model.copy());
                if (random.nextBoolean()) {
                    int back = random.nextInt(trees.size());
                    editor = trees.get(back).edit();
                    model = models.get(back).copy();
                }
            }
        }
        for (int i = 0; i < trees.size(); i++) {
            models.get(i).check(trees.get(i), random);
        }
    }

    @Test
    void rowsDeletedOneByOneAreOneChange() {
        int rows = 1_000_000;
        DeltaEditor editor = DeltaTree.empty(rows + 20).edit();
        for (int i = 0; i < rows; i++) {
            editor.delete(10, 1);
        }
        DeltaTree tree = editor.freeze();
        assertEquals(1, tree.changes());
        assertEquals(20, tree.rows());
        assertEquals(10 + rows, tree.sidOf(10));
        assertEquals(
                1, DeltaTree.empty(rows).edit().delete(5, rows - 5).freeze().changes());
    }

    @Test
    void rowsDeletedInAnyOrderWithWhatWasDoneToThemAreOneChange() {
        Random random = Seeds.random("any order");
        Model model = Model.of(5_000);
        DeltaEditor editor = DeltaTree.empty(5_000).edit();
        for (int i = 0; i < 20_000; i++) {
            model.operate(random, editor, 6_000);
        }
        while (editor.rows() > 0) {
            editor.delete(random.nextInt((int) editor.rows()), 1);
        }
        DeltaTree tree = editor.freeze();
        Invariants.check(tree);
        assertEquals(1, tree.changes());
        assertTrue(tree.isDeleted(0) && tree.isDeleted(4_999));
    }

    @Test
    void rowsInsertedAndDeletedLeaveNothing() {
        Random random = Seeds.random("nothing left");
        DeltaEditor editor = DeltaTree.empty(10).edit();
        for (int i = 0; i < 10_000; i++) {
            editor.insert(5 + random.nextInt(i + 1), i);
            editor.modify(5 + random.nextInt(i + 1), random.nextInt(9), i);
        }
        for (int i = 0; i < 10_000; i++) {
            editor.delete(5 + random.nextInt(10_000 - i), 1);
        }
        assertEquals(0, editor.freeze().changes());
        assertEquals(0, editor.freeze().root().height);
    }

    @Test
    void oneRowMayHaveMoreModifiedColumnsThanALeafHolds() {
        Random random = Seeds.random("wide rows");
        int columns = 2_000;
        DeltaEditor editor = DeltaTree.empty(3).edit().insert(1, 7).insert(2, 8);
        for (int i = 0; i < columns; i++) {
            int column = (i * 1_237) % columns;
            for (int row = 0; row < 5; row++) {
                editor.modify(row, column, 10L * column + row);
            }
        }
        DeltaTree tree = editor.freeze();
        Invariants.check(tree);
        assertEquals(5L * columns + 2, tree.changes());
        for (int row = 0; row < 5; row++) {
            for (int column = 0; column < columns; column++) {
                assertEquals(10L * column + row, tree.modifiedAt(row, column));
            }
            assertEquals(DeltaTree.NOT_CHANGED, tree.modifiedAt(row, columns));
            assertEquals(row == 1 ? 7 : row == 2 ? 8 : DeltaTree.NOT_INSERTED, tree.insertedAt(row));
        }
        for (int row = 4; row >= 0; row--) {
            editor.delete(random.nextInt(row + 1), 1);
            Invariants.check(editor.freeze());
        }
        assertEquals(1, editor.freeze().changes());
    }

    @Test
    void setToNullIsNotTheSameAsNotChanged() {
        DeltaTree tree =
                DeltaTree.empty(2).edit().modify(0, 3, DeltaTree.SET_NULL).freeze();
        assertEquals(DeltaTree.SET_NULL, tree.modifiedAt(0, 3));
        assertEquals(DeltaTree.NOT_CHANGED, tree.modifiedAt(0, 2));
        assertEquals(DeltaTree.NOT_CHANGED, tree.modifiedAt(1, 3));
        assertEquals(5, tree.edit().modify(0, 3, 5).freeze().modifiedAt(0, 3));
    }
}
