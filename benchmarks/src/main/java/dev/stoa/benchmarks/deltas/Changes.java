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
package dev.stoa.benchmarks.deltas;

import dev.stoa.delta.DeltaBuilder;
import dev.stoa.delta.DeltaStack;
import dev.stoa.delta.DeltaTree;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A million modifies and inserts, spread evenly over a hundred million rows: in a tree and in a sorted map. */
@State(Scope.Thread)
public class Changes {
    static final long BASE_ROWS = 100_000_000;
    static final int COUNT = 1_000_000;

    /** How many random positions there are. */
    static final int POSITIONS = 1 << 14;

    final long[] positions = new long[POSITIONS];

    DeltaTree tree;
    DeltaStack stack;

    /** The naive structure: the reference of what happened at a base row, negative for an insert in front of it. */
    final TreeMap<Long, Long> map = new TreeMap<>();

    /** Made by JMH. */
    public Changes() {}

    /** Makes both. */
    @Setup
    public void make() {
        SplittableRandom random = new SplittableRandom(1);
        DeltaBuilder builder = new DeltaBuilder(BASE_ROWS);
        long step = BASE_ROWS / COUNT;
        for (int i = 0; i < COUNT; i++) {
            long sid = i * step + random.nextLong(step);
            if (random.nextInt(4) == 0) {
                builder.insert(sid, i);
                map.put(sid, -1L - i);
            } else {
                builder.modify(sid, 0, i);
                map.put(sid, (long) i);
            }
        }
        // every node is the editor's, with the room that edits leave
        tree = DeltaTree.empty(BASE_ROWS).merge(builder.build());
        for (int i = 0; i < POSITIONS; i++) {
            positions[i] = random.nextLong(BASE_ROWS);
        }
        stack = DeltaStack.of(tree, upper(positions.length));
    }

    /** A layer over the tree of so many modifies. */
    DeltaTree upper(int changes) {
        var editor = DeltaTree.empty(tree.rows()).edit();
        for (int i = 0; i < changes; i++) {
            editor.modify(positions[i], 0, i);
        }
        return editor.freeze();
    }

    /** The base row at a position, by walking over all changes before it: all that a map can do. */
    long walk(long rid) {
        long inserted = 0;
        for (Map.Entry<Long, Long> change : map.entrySet()) {
            if (change.getKey() + inserted >= rid) {
                break;
            }
            inserted += change.getValue() < 0 ? 1 : 0;
        }
        return rid - inserted;
    }
}
