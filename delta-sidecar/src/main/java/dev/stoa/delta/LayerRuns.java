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

import java.util.Arrays;

/** The rows of the image that a tree makes of the rows below. */
final class LayerRuns extends Runs {
    private final DeltaTree tree;
    private final Runs lower;
    private final Path path = new Path();

    /** Which of the rows below comes next. */
    private long position;

    /** How many of the rows below are deleted from here on. */
    private long deleted;

    private int[] ownColumns = new int[8];
    private long[] ownValues = new long[8];

    LayerRuns(DeltaTree tree, Runs lower) {
        this.tree = tree;
        this.lower = lower;
    }

    @Override
    long seek(long base) {
        position = lower.seek(base);
        path.toKey(tree.root(), Key.insert(position));
        deleted = path.deletedBefore(position);
        long rid = position + path.before + deleted;
        path.settle();
        return rid;
    }

    @Override
    void extend(long base) {
        lower.extend(base);
    }

    @Override
    long quiet() {
        if (deleted > 0) {
            return 0;
        }
        long below = lower.quiet();
        return changeLeft() ? Math.min(below, Key.sid(path.key()) - position) : below;
    }

    @Override
    void pass(long rows) {
        position += rows;
        lower.pass(rows);
    }

    @Override
    boolean atEnd() {
        return lower.atEnd();
    }

    @Override
    boolean more() {
        while (true) {
            while (deleted > 0 && lower.more()) {
                skip();
            }
            if (!lower.more()) {
                return lower.atEnd() && changeLeft();
            }
            if (!changesHere() || !Key.isDelete(path.key())) {
                return true;
            }
            deleted = path.reference();
            path.next();
        }
    }

    private void skip() {
        lower.take(deleted);
        position += lower.count;
        deleted -= lower.count;
    }

    private boolean changeLeft() {
        return path.at < path.leaf.size;
    }

    /** Whether the next change is one of the next row below, or in front of it. */
    private boolean changesHere() {
        return changeLeft() && Key.sid(path.key()) == position;
    }

    @Override
    void take(long most) {
        if (changesHere()) {
            if (Key.isInsert(path.key())) {
                takeInserted();
            } else {
                takeModified();
            }
            return;
        }
        lower.take(changeLeft() ? Math.min(most, Key.sid(path.key()) - position) : most);
        takeLower();
        modifies = lower.modifies;
        columns = lower.columns;
        values = lower.values;
    }

    private void takeLower() {
        first = lower.first;
        count = lower.count;
        row = lower.row;
        position += count;
    }

    private void takeInserted() {
        first = -1;
        count = 1;
        row = path.reference();
        begin();
        for (boolean more = path.next(); more && Key.isModifyInserted(path.key()); more = path.next()) {
            add(Key.column(path.key()), path.reference());
        }
    }

    /** Takes a row from below with what was modified there and here; what is here counts. */
    private void takeModified() {
        long sid = position;
        lower.take(1);
        takeLower();
        begin();
        int below = 0;
        boolean more = true;
        while (more && Key.isModify(path.key()) && Key.sid(path.key()) == sid) {
            int column = Key.column(path.key());
            while (below < lower.modifies && lower.columns[below] < column) {
                add(lower.columns[below], lower.values[below++]);
            }
            if (below < lower.modifies && lower.columns[below] == column) {
                below++;
            }
            add(column, path.reference());
            more = path.next();
        }
        while (below < lower.modifies) {
            add(lower.columns[below], lower.values[below++]);
        }
    }

    private void begin() {
        modifies = 0;
        columns = ownColumns;
        values = ownValues;
    }

    private void add(int column, long value) {
        if (modifies == ownColumns.length) {
            ownColumns = Arrays.copyOf(ownColumns, 2 * modifies);
            ownValues = Arrays.copyOf(ownValues, 2 * modifies);
            columns = ownColumns;
            values = ownValues;
        }
        ownColumns[modifies] = column;
        ownValues[modifies++] = value;
    }
}
