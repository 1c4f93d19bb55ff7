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

import dev.stoa.format.Field;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.vio.RangeSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * An open delta sidecar (format-spec, section 13). What it holds is checked as it is read: positions within the fragment,
 * ascending, runs that do not overlap. Safe for several threads.
 */
public final class Sidecar implements Closeable {

    private Sidecar() {}

    /**
     * Opens a sidecar. The source belongs to it from now on, also when this call fails.
     *
     * @throws dev.stoa.format.CorruptFileException if it is damaged, or no sidecar
     * @throws IOException if it can't be read
     */
    public static Sidecar open(RangeSource source) throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /** What its positions are about. */
    public SidecarTarget target() {
        throw new UnsupportedOperationException("not there yet");
    }

    /** The fields of which it has new values, with their ids; names are those of the time of writing. */
    public List<Field> changedFields() {
        throw new UnsupportedOperationException("not there yet");
    }

    /** What it changes, from its metadata if that tells. */
    public SidecarSummary summary() throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /** The deleted rows. */
    public RowRanges deletedRows() throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /** Where the rows of an insert fragment stand. */
    public Anchors anchors() throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /**
     * The changes of some columns, for a scan. Only the rows {@code first..end-1} of the fragment are looked at, so that a
     * split need not hold the changes of all.
     *
     * @param columns by field id, the name of the column in the file that is scanned; changes of other fields are left out
     * @throws dev.stoa.format.CorruptFileException if what is read of it is damaged or breaks a rule
     */
    public RowChanges changes(Map<Integer, String> columns, long first, long end) throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }
}
