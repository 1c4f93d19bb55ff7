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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The columns of a filter that is about no file, as they are met. */
public final class FilterColumns implements FilterCompiler.Columns {
    private final Function<ColumnPath, Optional<Type>> typeOf;
    private final List<ColumnPath> paths = new ArrayList<>();
    private final List<Type> types = new ArrayList<>();

    FilterColumns(Function<ColumnPath, Optional<Type>> typeOf) {
        this.typeOf = typeOf;
    }

    List<ColumnPath> paths() {
        return paths;
    }

    @Override
    public int ordinal(ColumnPath path, boolean valuesNeeded) {
        int known = paths.indexOf(path);
        if (known >= 0) {
            return known;
        }
        types.add(typeOf.apply(path).orElseThrow(() -> new IllegalArgumentException("no column '" + path + "'")));
        paths.add(path);
        return paths.size() - 1;
    }

    @Override
    public Type type(int ordinal) {
        return types.get(ordinal);
    }
}
