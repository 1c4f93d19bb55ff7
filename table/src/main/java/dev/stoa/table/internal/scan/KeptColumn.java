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

import dev.stoa.reader.internal.filter.BoundedVector;
import java.util.List;

/**
 * A column of a small fragment, as {@link KeptRows} keeps it.
 *
 * @param vectors of {@link KeptRows#PIECE_ROWS} rows each, and the last of fewer; none if it is not kept, as it is too large
 * @param bytes about how many it takes
 */
record KeptColumn(List<BoundedVector> vectors, long bytes) {
    static final KeptColumn TOO_LARGE = new KeptColumn(List.of(), 0);
}
