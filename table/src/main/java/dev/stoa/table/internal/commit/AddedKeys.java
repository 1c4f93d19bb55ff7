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
package dev.stoa.table.internal.commit;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.TableScan;
import dev.stoa.table.internal.schema.KeyMap;
import dev.stoa.table.internal.schema.RowKeys;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Checks the keys of rows that were written without a look-up: no key may occur twice. */
public final class AddedKeys {
    private static final int LOOKUP_ROWS = 1 << 16;

    private final Snapshot after;
    private final RowKeys key;
    private final List<UUID> others;
    private final KeyMap all = new KeyMap();

    private AddedKeys(Snapshot after, Set<UUID> added) throws IOException {
        this.after = after;
        this.key = new RowKeys(after.image().key());
        this.others = after.fragments().stream()
                .map(Fragment::id)
                .filter(id -> !added.contains(id))
                .toList();
    }

    /**
     * The hashes of the keys of some fragments.
     *
     * @param after the table with these fragments, as the commit would make it
     * @throws DuplicateKeyException if one of the keys occurs twice
     * @throws TableException if a part of a key is null
     */
    public static long[] hashes(Snapshot after, Set<UUID> added) throws IOException {
        AddedKeys keys = new AddedKeys(after, added);
        keys.check(added);
        return keys.all.hashes();
    }

    private void check(Set<UUID> added) throws IOException {
        List<ColumnPath> columns =
                key.fields().stream().map(field -> ColumnPath.of(field.name())).toList();
        try (TableScan scan = after.scan().select(columns).fragments(added).build()) {
            RowBuffer waiting = new RowBuffer(scan.schema());
            while (scan.next()) {
                waiting.append(scan.batch());
                if (waiting.rows() >= LOOKUP_ROWS) {
                    lookUp(waiting.batch());
                    waiting = new RowBuffer(scan.schema());
                }
            }
            lookUp(waiting.batch());
        }
    }

    private void lookUp(Batch rows) throws IOException {
        if (rows.rowCount() == 0) {
            return;
        }
        List<ColumnVector> columns = key.columns(rows);
        KeyMap wanted = new KeyMap();
        for (int row = 0; row < rows.rowCount(); row++) {
            key.checkNulls(after, columns, row);
            key.read(columns, row);
            if (!all.add(key)) {
                throw new DuplicateKeyException(
                        after.toString(), key.text(columns, row), "comes twice; nothing was changed");
            }
            wanted.add(key);
        }
        new KeyLookup(after, key, others).find(rows, wanted, (number, fragment, row) -> {
            throw new DuplicateKeyException(
                    after.toString(),
                    key.text(columns, number),
                    "already exists, as row " + row + " of " + fragment + "; nothing was changed");
        });
    }
}
