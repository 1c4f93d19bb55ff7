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

/** What holds of every tree. */
final class Invariants {
    private Invariants() {}

    static void check(DeltaTree tree) {
        node(tree.root(), true);
        long changes = 0;
        long delta = 0;
        long last = -1;
        long end = 0;
        Path path = new Path().toKey(tree.root(), 0);
        for (boolean more = path.settle(); more; more = path.next()) {
            long key = path.key();
            assertEquals(delta, path.before);
            assertTrue(Key.sid(key) >= Key.sid(last < 0 ? 0 : last));
            if (Key.isInsert(key)) {
                assertTrue(last < 0 || Key.sid(last) < Key.sid(key) || !Key.isModify(last));
                assertTrue(Key.sid(key) >= end);
            } else if (Key.isModifyInserted(key)) {
                assertEquals(Key.sid(last), Key.sid(key));
                assertTrue(Key.isInsert(last) || Key.isModifyInserted(last));
                assertTrue(key > last);
            } else {
                assertTrue(key > last);
                assertTrue(Key.sid(key) >= end);
            }
            if (Key.isDelete(key)) {
                assertTrue(path.reference() > 0);
                assertTrue(last < 0 || !Key.isDelete(last) || end < Key.sid(key), "deletes that touch are one");
                end = Key.sid(key) + path.reference();
            }
            delta += Key.delta(key, path.reference());
            last = key;
            changes++;
        }
        assertEquals(tree.changes(), changes);
        assertEquals(tree.rows(), tree.baseRows() + delta);
        assertTrue(last < 0 || Key.sid(last) <= tree.baseRows());
        assertTrue(end <= tree.baseRows());
    }

    private static void node(Node node, boolean root) {
        assertTrue(node.size <= node.most());
        assertTrue(root || node.size > 0);
        if (node instanceof Inner inner) {
            assertTrue(!root || inner.size > 1);
            for (int i = 0; i < inner.size; i++) {
                Node child = inner.children[i];
                assertEquals(inner.height - 1, child.height);
                node(child, false);
                assertEquals(child.firstKey(), inner.keys[i]);
                assertEquals(child.delta(), inner.deltas[i]);
            }
        } else {
            Leaf leaf = (Leaf) node;
            assertTrue(leaf.keys.length >= leaf.size && leaf.keys.length <= leaf.size + 16);
            assertEquals(leaf.keys.length, leaf.references.length);
        }
    }
}
