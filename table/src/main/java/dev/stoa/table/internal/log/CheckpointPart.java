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
package dev.stoa.table.internal.log;

import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A part of a checkpoint that was read: fragments that many checkpoints share.
 *
 * @param file the file, as checkpoints name it
 * @param rows the file with the rows of its fragments, files and sidecars
 * @param byId its fragments with their files and sidecars, in their order
 */
public record CheckpointPart(PartFile file, LogFile rows, Map<UUID, Fragment> byId) {
    /** Its fragments. */
    public Collection<Fragment> fragments() {
        return byId.values();
    }

    /** The bounds of all its fragments together, by field; of fields that are known in each fragment. */
    Map<Integer, ColumnBounds> bounds(TableSchema schema, Collection<Integer> fields) throws IOException {
        Collection<Fragment> fragments = fragments();
        Map<Integer, ColumnBounds> united = new LinkedHashMap<>();
        for (int field : fields) {
            FragmentBounds.of(schema, fragments, field).ifPresent(bounds -> united.put(field, bounds));
        }
        return united;
    }

    /** The same, as another checkpoint names it. */
    CheckpointPart named(PartFile other) {
        return new CheckpointPart(other, rows, byId);
    }
}
