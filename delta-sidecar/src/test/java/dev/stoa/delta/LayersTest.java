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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Trees on top of each other, and merged, beside a plain list of rows. */
final class LayersTest {

    @Test
    void stackedAndMergedTheyAreTheListThatAllOperationsMake() {
        Random random = Seeds.random("layers");
        int left = Seeds.operations(80_000);
        while (left > 0) {
            int baseRows = random.nextInt(random.nextInt(10) == 0 ? 5_000 : 300);
            Model model = Model.of(baseRows);
            DeltaStack stack = DeltaStack.of(DeltaTree.empty(baseRows));
            int layers = 1 + random.nextInt(4);
            for (int i = 0; i < layers; i++) {
                DeltaEditor editor = DeltaTree.empty(stack.rows()).edit();
                int operations = random.nextInt(1 + (baseRows + 500) / (1 + 3 * i));
                for (int j = 0; j < operations; j++) {
                    model.operate(random, editor, baseRows);
                }
                left -= operations + 1;
                stack = stack.with(editor.freeze());
            }
            model.check(stack, random);
            model.check(stack.merged(), random);
        }
    }

    @Test
    void rangesAreReadInAnyOrder() {
        Random random = Seeds.random("ranges");
        for (int round = 0; round < 50; round++) {
            int baseRows = 1 + random.nextInt(2_000);
            Model model = Model.of(baseRows);
            DeltaStack stack = DeltaStack.of(DeltaTree.empty(baseRows));
            for (int layer = 0; layer < 3; layer++) {
                DeltaEditor editor = DeltaTree.empty(stack.rows()).edit();
                for (int i = random.nextInt(200); i > 0; i--) {
                    model.operate(random, editor, baseRows);
                }
                stack = stack.with(editor.freeze());
            }
            int cut = 1 + random.nextInt(baseRows);
            List<List<Row>> parts = new ArrayList<>();
            List<Integer> order = new ArrayList<>();
            for (int first = 0; first < baseRows; first += cut) {
                order.add(parts.size());
                parts.add(new ArrayList<>());
            }
            Collections.shuffle(order, random);
            DeltaScan scan = stack.scan();
            RangeChanges changes = new RangeChanges();
            for (int part : order) {
                long first = (long) part * cut;
                long end = Math.min(baseRows, first + cut);
                scan.read(first, end, changes);
                assertTrue(changes.isComplete());
                Model.add(parts.get(part), changes, first);
            }
            assertEquals(model.rows, parts.stream().flatMap(List::stream).toList());
        }
    }

    @Test
    void rowsInsertedBehindTheLastAreReadWithTheEnd() {
        DeltaTree none = DeltaTree.empty(0).edit().insert(0, 5).freeze();
        DeltaTree some = DeltaTree.empty(4).edit().insert(4, 5).freeze();
        for (DeltaStack stack : List.of(DeltaStack.of(none), DeltaStack.of(none, DeltaTree.empty(1)))) {
            DeltaScan scan = stack.scan();
            RangeChanges changes = new RangeChanges();
            for (int again = 0; again < 2; again++) {
                assertTrue(scan.read(0, 0, changes));
                assertEquals(5, changes.insertRows()[0]);
            }
        }
        for (DeltaStack stack : List.of(DeltaStack.of(some), DeltaStack.of(some, DeltaTree.empty(5)))) {
            DeltaScan scan = stack.scan();
            RangeChanges changes = new RangeChanges();
            assertFalse(scan.read(0, 3, changes));
            assertTrue(scan.read(3, 4, changes));
            assertEquals(1, changes.insertPositions()[0]);
        }
    }

    @Test
    void veryManyInsertedRowsAreReadInParts() {
        Random random = Seeds.random("parts");
        int many = 3 * RangeChanges.MOST_INSERTS;
        for (int place : new int[] {0, 7, 10}) {
            Model model = Model.of(10);
            DeltaEditor editor = DeltaTree.empty(10).edit();
            for (int i = 0; i < many; i++) {
                int at = place + random.nextInt(i + 1);
                model.rows.add(at, Row.inserted(i));
                editor.insert(at, i);
            }
            for (int i = 0; i < 200; i++) {
                model.operate(random, editor, many);
            }
            DeltaTree tree = editor.freeze();
            assertEquals(model.rows, Model.scan(DeltaStack.of(tree), random));
            assertEquals(model.rows, Model.scan(DeltaStack.of(tree, DeltaTree.empty(tree.rows())), random));
        }
    }

    @Test
    void aLayerBelowStaysWhatItWas() {
        Random random = Seeds.random("below");
        Model lower = Model.of(500);
        DeltaEditor editor = DeltaTree.empty(500).edit();
        for (int i = 0; i < 2_000; i++) {
            lower.operate(random, editor, 700);
        }
        DeltaTree tree = editor.freeze();
        Model both = lower.copy();
        DeltaEditor upper = DeltaTree.empty(tree.rows()).edit();
        for (int i = 0; i < 1_000; i++) {
            both.operate(random, upper, 700);
        }
        DeltaTree merged = tree.merge(upper.freeze());
        lower.check(tree, random);
        both.check(merged, random);
    }
}
