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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Readers on trees while they are edited. */
final class SnapshotTest {
    private static final int ROWS = 10_000;

    /** A tree and what it said to the thread that made it. */
    private record Snapshot(DeltaTree tree, long sum) {}

    @Test
    void readersSeeWhatWasFrozenWhateverTheEditorDoes() throws Exception {
        Random random = Seeds.random("readers");
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        AtomicReference<Snapshot> latest = new AtomicReference<>(snapshot(editor));
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                readers.add(threads.submit(() -> read(latest, done)));
            }
            for (int i = 0; i < 60_000; i++) {
                long rid = random.nextInt((int) editor.rows());
                switch (random.nextInt(3)) {
                    case 0 -> editor.insert(rid, i);
                    case 1 -> editor.delete(rid, 1);
                    default -> editor.modify(rid, random.nextInt(4), i);
                }
                if (i % 300 == 0) {
                    latest.set(snapshot(editor));
                }
            }
            done.set(true);
            for (Future<Integer> reader : readers) {
                assertTrue(reader.get() > 0);
            }
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }

    private static int read(AtomicReference<Snapshot> latest, AtomicBoolean done) {
        int checked = 0;
        do {
            Snapshot snapshot = latest.get();
            assertEquals(snapshot.sum(), sum(snapshot.tree()));
            checked++;
        } while (!done.get());
        return checked;
    }

    private static Snapshot snapshot(DeltaEditor editor) {
        DeltaTree tree = editor.freeze();
        return new Snapshot(tree, sum(tree));
    }

    private static long sum(DeltaTree tree) {
        DeltaScan scan = DeltaStack.of(tree).scan();
        RangeChanges changes = new RangeChanges();
        int[] rows = new int[100_000];
        long[] values = new long[100_000];
        long sum = tree.rows();
        for (long first = 0; first < ROWS; first += 1_000) {
            scan.read(first, first + 1_000, changes);
            for (int i = 0; i < changes.inserts(); i++) {
                sum = 31 * sum + changes.insertPositions()[i] + changes.insertRows()[i];
            }
            for (int i = 0; i < changes.deletes(); i++) {
                sum = 31 * sum + changes.deleteStarts()[i] - changes.deleteEnds()[i];
            }
            int count = changes.ofBase().select(1, rows, values);
            for (int i = 0; i < count; i++) {
                sum = 31 * sum + rows[i] + values[i];
            }
        }
        return sum;
    }
}
