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

import dev.stoa.delta.DeltaEditor;
import dev.stoa.delta.DeltaTree;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Changes made: one by one, and layers of them merged. */
@State(Scope.Thread)
public class EditTree {
    private static final int UPPER = 10_000;

    private DeltaTree upper;
    private final Map<Long, Long> upperMap = new HashMap<>();

    /** Made by JMH. */
    public EditTree() {}

    /** Makes the upper layer. */
    @Setup
    public void make(Changes changes) {
        upper = changes.upper(UPPER);
        for (int i = 0; i < UPPER; i++) {
            upperMap.put(changes.positions[i], Undo.NEW);
        }
    }

    /** Rows inserted anywhere, from nothing on. */
    @Benchmark
    @OperationsPerInvocation(Changes.POSITIONS)
    public DeltaTree insertIntoNewTree(Changes changes) {
        return insert(changes, DeltaTree.empty(Changes.BASE_ROWS));
    }

    /** The same with a map, which does not know positions. */
    @Benchmark
    @OperationsPerInvocation(Changes.POSITIONS)
    public Map<Long, Long> insertIntoNewMap(Changes changes) {
        Map<Long, Long> map = new TreeMap<>();
        for (long position : changes.positions) {
            map.put(position, -1L);
        }
        return map;
    }

    /** Rows inserted anywhere into a tree of a million changes, which stays as it is. */
    @Benchmark
    @OperationsPerInvocation(Changes.POSITIONS)
    public DeltaTree insertIntoTree(Changes changes) {
        return insert(changes, changes.tree);
    }

    /** The same with a map, of which no snapshot stays. */
    @Benchmark
    @OperationsPerInvocation(Changes.POSITIONS)
    public Map<Long, Long> insertIntoMap(Changes changes, Undo undo) {
        for (long position : changes.positions) {
            changes.map.putIfAbsent(position, Undo.NEW);
        }
        return changes.map;
    }

    private static DeltaTree insert(Changes changes, DeltaTree tree) {
        DeltaEditor editor = tree.edit();
        for (long position : changes.positions) {
            editor.insert(position, 1);
        }
        return editor.freeze();
    }

    /** Ten thousand modifies merged into a million changes; the snapshot before stays. */
    @Benchmark
    @OperationsPerInvocation(UPPER)
    public DeltaTree mergeTrees(Changes changes) {
        return changes.tree.merge(upper);
    }

    /** The same with maps, of which no snapshot stays. */
    @Benchmark
    @OperationsPerInvocation(UPPER)
    public Map<Long, Long> mergeMaps(Changes changes, Undo undo) {
        changes.map.putAll(upperMap);
        return changes.map;
    }

    /** A million changes merged into nothing, in order. */
    @Benchmark
    @OperationsPerInvocation(Changes.COUNT)
    public DeltaTree mergeAll(Changes changes) {
        return DeltaTree.empty(Changes.BASE_ROWS).merge(changes.tree);
    }

    /** Ten thousand modifies made into changes of what a million committed ones made. */
    @Benchmark
    @OperationsPerInvocation(UPPER)
    public DeltaTree rebase(Changes changes, Late late) throws Exception {
        return late.tree.rebase(changes.tree);
    }

    /** Takes out of the map, outside of the time measured, what was put in. */
    @State(Scope.Thread)
    public static class Undo {
        static final Long NEW = Long.MIN_VALUE;

        /** Made by JMH. */
        public Undo() {}

        /** Takes it out. */
        @TearDown(Level.Invocation)
        public void undo(Changes changes) {
            for (long position : changes.positions) {
                changes.map.remove(position, NEW);
            }
        }
    }

    /** A transaction on the base, of columns that nobody else modified. */
    @State(Scope.Thread)
    public static class Late {
        private DeltaTree tree;

        /** Made by JMH. */
        public Late() {}

        /** Makes it. */
        @Setup
        public void make(Changes changes) {
            DeltaEditor editor = DeltaTree.empty(Changes.BASE_ROWS).edit();
            for (int i = 0; i < UPPER; i++) {
                editor.modify(changes.positions[i], 1, i);
            }
            tree = editor.freeze();
        }
    }
}
