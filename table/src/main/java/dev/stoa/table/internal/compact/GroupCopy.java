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
package dev.stoa.table.internal.compact;

import dev.stoa.table.Snapshot;
import dev.stoa.table.internal.scan.AnchoredGroup;
import dev.stoa.table.internal.scan.LiveRows;
import dev.stoa.vio.internal.disk.Closing;
import dev.stoa.writer.StoaWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Copies the rows of a group in their order, without those that are deleted. For one thread. */
final class GroupCopy implements AnchoredGroup.Order, Closeable {
    private final Snapshot snapshot;
    private final StoaWriter writer;
    private final Map<UUID, LiveRows> open = new HashMap<>();

    GroupCopy(Snapshot snapshot, StoaWriter writer) {
        this.snapshot = snapshot;
        this.writer = writer;
    }

    @Override
    public void rows(UUID fragment, long first, long end) throws IOException {
        LiveRows rows = open.get(fragment);
        if (rows == null) {
            rows = new LiveRows(snapshot.image(), snapshot.fragment(fragment).orElseThrow());
            open.put(fragment, rows);
        }
        rows.copy(end, writer);
    }

    @Override
    public void end(UUID fragment) throws IOException {
        LiveRows rows = open.remove(fragment);
        if (rows != null) {
            rows.close();
        }
    }

    @Override
    public void close() throws IOException {
        Closing.all(open.values());
    }
}
