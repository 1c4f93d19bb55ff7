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
package dev.stoa.trino.internal.read;

import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of the log that splits have. Splits of a statement share them, and to read one of 2,000 columns takes a millisecond.
 * Only what the bytes say is kept: each scan has a folder and caches of its own. Safe for several threads.
 */
public final class KnownParts {
    private static final int MOST = 32;

    private final Map<ByteBuffer, Snapshot> known = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Snapshot> eldest) {
            return size() > MOST;
        }
    };

    /** Returns the version of a table, with the fragments of the part alone. */
    Snapshot open(SnapshotPart part, Folder folder) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(part.bytes());
        Snapshot kept;
        synchronized (known) {
            kept = known.get(bytes);
        }
        if (kept != null && kept.version() == part.version()) {
            return kept.by(folder);
        }
        Snapshot opened = part.open(folder);
        synchronized (known) {
            known.put(bytes, opened);
        }
        return opened.by(folder);
    }
}
