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
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jol.info.GraphLayout;

/** The bytes that a tree takes on the heap, as the JVM lays its objects out. */
final class MemoryTest {
    private static final int ROWS = 100_000_000;
    private static final int OPERATIONS = 300_000;
    private static final double MOST = 24;

    /** How the changes come about. */
    enum Changes {
        MODIFIES_ANYWHERE((random, editor) -> {
            for (int i = 0; i < OPERATIONS; i++) {
                editor.modify(random.nextInt(ROWS), random.nextInt(10), i);
            }
        }),
        MODIFIES_IN_ORDER((random, editor) -> {
            for (int i = 0; i < OPERATIONS; i++) {
                editor.modify(7L * i, 3, i);
            }
        }),
        INSERTS_ANYWHERE((random, editor) -> {
            for (int i = 0; i < OPERATIONS; i++) {
                editor.insert(random.nextInt(ROWS), i);
            }
        }),
        INSERTS_AT_ONE_PLACE((random, editor) -> {
            for (int i = 0; i < OPERATIONS; i++) {
                editor.insert(5_000, i);
            }
        }),
        DELETES_ANYWHERE((random, editor) -> {
            for (int i = 0; i < OPERATIONS; i++) {
                editor.delete(random.nextInt(ROWS / 2), 1);
            }
        }),
        ALL_KINDS((random, editor) -> {
            for (int i = 0; i < OPERATIONS; i += 3) {
                editor.insert(random.nextInt(ROWS / 2), i);
                editor.modify(random.nextInt(ROWS / 2), random.nextInt(10), i);
                editor.delete(random.nextInt(ROWS / 2), 1);
            }
        }),
        MOST_FORGOTTEN((random, editor) -> {
            for (int i = 0; i < OPERATIONS; i++) {
                editor.insert(random.nextInt(i + 1), i);
            }
            for (int i = 0; i < OPERATIONS * 9L / 10; i++) {
                editor.delete(random.nextInt(OPERATIONS - i), 1);
            }
        }),
        WITH_MANY_SNAPSHOTS((random, editor) -> {
            for (int i = 0; i < OPERATIONS; i++) {
                editor.modify(random.nextInt(ROWS), random.nextInt(10), i);
                if (i % 10 == 0) {
                    editor.freeze();
                }
            }
        });

        private final BiConsumer<Random, DeltaEditor> make;

        Changes(BiConsumer<Random, DeltaEditor> make) {
            this.make = make;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChangeTakesFewBytes(Changes changes) {
        DeltaEditor editor = DeltaTree.empty(ROWS).edit();
        changes.make.accept(Seeds.random(changes.name()), editor);
        DeltaTree tree = editor.freeze();
        long bytes = GraphLayout.parseInstance(tree).totalSize();
        double each = (double) bytes / tree.changes();
        System.out.printf("%s: %d changes, %d bytes, %.2f each%n", changes, tree.changes(), bytes, each);
        assertTrue(each <= MOST, each + " bytes per change");
        assertTrue(each >= 16, "a change has a key and a reference: what is measured can't be all");
    }
}
