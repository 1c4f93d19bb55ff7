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
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The bounds of all fragments of a part together. A checkpoint says them where it names the part. */
public final class PartBounds {
    private PartBounds() {}

    /**
     * Unites the bounds of fragments.
     *
     * @param fields by id
     * @return by field; of fields that are known in each fragment
     */
    public static Map<Integer, ColumnBounds> of(
            TableSchema schema, Collection<Integer> fields, Collection<Fragment> fragments) throws IOException {
        Map<Integer, ColumnBounds> united = new LinkedHashMap<>();
        for (int field : fields) {
            Optional<ColumnBounds> all = of(schema, field, fragments);
            all.ifPresent(bounds -> united.put(field, bounds));
        }
        return united;
    }

    private static Optional<ColumnBounds> of(TableSchema schema, int field, Collection<Fragment> fragments)
            throws IOException {
        Optional<ColumnBounds> all = Optional.empty();
        for (Fragment fragment : fragments) {
            Optional<ColumnBounds> some = FragmentBounds.of(schema, fragment, field);
            if (some.isEmpty()) {
                return Optional.empty();
            }
            all = Optional.of(all.map(before -> before.union(some.get())).orElse(some.get()));
        }
        return all;
    }
}
