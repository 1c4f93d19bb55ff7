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
package dev.stoa.interop.parquet;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;

/** Builds the vectors of a leaf: its null mask from the levels, its values by a {@link LeafConverter}. */
final class LeafAssembler extends NodeAssembler {
    private final ImportNode.Leaf leaf;
    private final LeafConverter converter;
    private boolean[] nulls = new boolean[0];

    LeafAssembler(ImportNode.Leaf leaf, LeafConverter converter) {
        this.leaf = leaf;
        this.converter = converter;
    }

    @Override
    ColumnVector assemble(int depth, int slots, LeafEntries batch) throws StoaException {
        LeafReader reader = batch.readers().get(leaf.ordinal());
        int entries = batch.entries()[leaf.ordinal()];
        String path = String.join(".", leaf.column().getPath());
        int there = reader.elementDefinition(depth);
        int max = leaf.definition();
        nulls = room(nulls, slots);
        int slot = 0;
        int present = 0;
        if (max == 0) {
            slot = entries;
            present = entries;
        } else {
            byte[] definitions = reader.definitions();
            for (int i = 0; i < entries; i++) {
                int definition = definitions[i] & 0xFF;
                if (definition < there) {
                    continue;
                }
                if (slot == slots) {
                    break;
                }
                boolean isNull = definition < max;
                nulls[slot++] = isNull;
                present += isNull ? 0 : 1;
            }
        }
        if (slot != slots) {
            throw new CorruptFileException("column '" + path + "' has other levels than the columns beside it");
        }
        try {
            return converter.convert(reader.values(), present, present == slots ? ColumnVector.NO_NULLS : nulls, slots);
        } catch (CorruptFileException e) {
            throw new CorruptFileException("column '" + path + "': " + e.getMessage(), e);
        } catch (StoaException e) {
            throw new StoaException("column '" + path + "': " + e.getMessage(), e);
        }
    }
}
