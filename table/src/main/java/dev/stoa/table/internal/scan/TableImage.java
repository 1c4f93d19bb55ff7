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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.schema.RowKeys;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A version of a table as scans see it: its state, the folder of its files, and what is known of these files. Immutable, and safe
 * for several threads.
 *
 * @param changes what its sidecars say
 * @param files what is known of its data files
 */
public record TableImage(Folder folder, TableState state, ChangeCache changes, FileCache files) {

    /** An image of a version without known files. */
    public static TableImage of(Folder folder, TableState state) {
        return new TableImage(folder, state, new ChangeCache(), new FileCache());
    }

    long version() {
        return state.version();
    }

    public Schema schema() {
        return state.schema().schema();
    }

    public TableProperties properties() {
        return state.properties();
    }

    /** The fragments, in the order of the log. */
    public List<Fragment> fragments() throws IOException {
        return new ArrayList<>(state.fragments().values());
    }

    public Optional<Fragment> fragment(UUID id) throws IOException {
        return state.held().get(id);
    }

    /** See {@link Snapshot#bounds}. */
    public Optional<ColumnBounds> bounds(Collection<Fragment> fragments, int fieldId) throws IOException {
        return FragmentBounds.hint(state.schema(), fragments, fieldId);
    }

    /**
     * The declared order of the rows.
     *
     * @throws TableException if one of its columns is not a top-level one
     */
    public RowOrder order() throws TableException {
        return RowOrder.of(state.schema(), state.properties(), this);
    }

    /**
     * The columns that make the declared key.
     *
     * @throws TableException if one of them is not a top-level one
     */
    public List<Field> key() throws TableException {
        return RowKeys.fields(state.schema(), state.properties(), this);
    }

    @Override
    public String toString() {
        return folder.id() + " at version " + version();
    }
}
