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

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

/** The bytes that a tree takes on the heap, as the JVM lays its objects out. */
final class MemoryTest {
    private static final int ROWS = 100_000_000;
    private static final int OPERATIONS = 100_000;
    private static final double MOST = 24;

    @Test
    void modifiesAnywhere() {
        Random random = Seeds.random("modifies anywhere");
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        for (int i = 0; i < OPERATIONS; i++) {
            editor.modify(random.nextInt(ROWS), random.nextInt(10), i);
        }
        check(editor.freeze());
    }

    @Test
    void modifiesInOrder() {
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        for (int i = 0; i < OPERATIONS; i++) {
            editor.modify(7L * i, 3, i);
        }
        check(editor.freeze());
    }

    @Test
    void insertsAnywhere() {
        Random random = Seeds.random("inserts anywhere");
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        for (int i = 0; i < OPERATIONS; i++) {
            editor.insert(random.nextInt(ROWS), i);
        }
        check(editor.freeze());
    }

    @Test
    void insertsAtOnePlace() {
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        for (int i = 0; i < OPERATIONS; i++) {
            editor.insert(5_000, i);
        }
        check(editor.freeze());
    }

    @Test
    void deletesAnywhere() {
        Random random = Seeds.random("deletes anywhere");
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        for (int i = 0; i < OPERATIONS; i++) {
            editor.delete(random.nextInt(ROWS / 2), 1);
        }
        check(editor.freeze());
    }

    @Test
    void allKinds() {
        Random random = Seeds.random("all kinds");
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        for (int i = 0; i < OPERATIONS; i += 3) {
            editor.insert(random.nextInt(ROWS / 2), i);
            editor.modify(random.nextInt(ROWS / 2), random.nextInt(10), i);
            editor.delete(random.nextInt(ROWS / 2), 1);
        }
        check(editor.freeze());
    }

    @Test
    void mostForgotten() {
        Random random = Seeds.random("most forgotten");
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        for (int i = 0; i < OPERATIONS; i++) {
            editor.insert(random.nextInt(i + 1), i);
        }
        for (int i = 0; i < OPERATIONS * 9L / 10; i++) {
            editor.delete(random.nextInt(OPERATIONS - i), 1);
        }
        check(editor.freeze());
    }

    @Test
    void withManySnapshots() {
        Random random = Seeds.random("with many snapshots");
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        for (int i = 0; i < OPERATIONS; i++) {
            editor.modify(random.nextInt(ROWS), random.nextInt(10), i);
            if (i % 10 == 0) {
                editor.freeze();
            }
        }
        check(editor.freeze());
    }

    private static void check(DeltaTree tree) {
        long bytes = GraphLayout.parseInstance(tree).totalSize();
        double each = (double) bytes / tree.changes();
        System.out.printf("%d changes, %d bytes, %.2f each%n", tree.changes(), bytes, each);
        assertTrue(each <= MOST, each + " bytes per change");
        assertTrue(each >= 16, "a change has a key and a reference: what is measured can't be all");
    }
}
