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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.schema.FileColumns;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.table.internal.schema.Widening;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The log's facts about a data file. They come from the file itself, never from a caller.
 *
 * @param identity which file it is
 * @param rows how many rows it has
 * @param bounds by field id
 */
public record FileImport(FileIdentity identity, long rows, Map<Integer, ColumnBounds> bounds) {

    /**
     * Looks into a file. Its data is not read.
     *
     * @param fields the top-level fields to take from it; absent for all
     * @param order the order that its rows must have, as far as bounds show
     * @throws TableException if it does not fit the table
     * @throws CorruptFileException if it is damaged or no Stoa file
     */
    public static FileImport of(
            Folder folder,
            String path,
            TableSchema schema,
            Map<Integer, Type> bounded,
            Optional<List<Integer>> fields,
            List<TableProperties.SortColumn> order)
            throws IOException {
        try (StoaFile file = StoaFile.open(folder.open(path, OptionalLong.empty()))) {
            FileColumns columns = new FileColumns(schema, file.schema());
            columns.check(file.name(), fields);
            SortedZones.check(file, columns, order);
            Optional<Set<Integer>> taken = fields.map(Set::copyOf);
            List<Integer> ids = new ArrayList<>();
            List<ColumnPath> paths = new ArrayList<>();
            columns.leaves().forEach((id, leaf) -> {
                boolean isTaken = taken.isEmpty()
                        || schema.leaf(id)
                                .map(TableSchema.Leaf::topId)
                                .filter(taken.get()::contains)
                                .isPresent();
                if (bounded.containsKey(id) && isTaken) {
                    ids.add(id);
                    paths.add(leaf);
                }
            });
            List<Optional<ColumnBounds>> found = file.table().bounds(paths);
            Map<Integer, ColumnBounds> bounds = new HashMap<>();
            for (int i = 0; i < ids.size(); i++) {
                int id = ids.get(i);
                found.get(i).flatMap(b -> Widening.widened(b, bounded.get(id))).ifPresent(b -> bounds.put(id, b));
            }
            return new FileImport(file.identity(), file.rowCount(), bounds);
        }
    }
}
