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
package dev.stoa.trino.internal.write;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.build.VectorBuilder;
import dev.stoa.format.build.VectorBuilders;
import dev.stoa.table.PartitionFunction;
import dev.stoa.trino.internal.columns.StoredTypes;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.BucketFunction;
import io.trino.spi.type.Type;

/** The parts of rows by {@code hash(n)} of a value. Several threads use it. */
final class HashBuckets implements BucketFunction {
    private final ThreadLocal<Hash> hashes;

    HashBuckets(Type type, int count) {
        this.hashes = ThreadLocal.withInitial(() -> new Hash(type, count));
    }

    @Override
    public int getBucket(Page page, int position) {
        int[] bucket = new int[1];
        getBuckets(page, position, 1, bucket);
        return bucket[0];
    }

    @Override
    public void getBuckets(Page page, int from, int length, int[] buckets) {
        hashes.get().parts(page.getBlock(0), from, length, buckets);
    }

    /** For one thread. */
    private static final class Hash {
        private final VectorBuilder values;
        private final Gatherer gatherer;
        private final PartitionFunction function;

        Hash(Type type, int count) {
            dev.stoa.format.Type stored = StoredTypes.of(type, "value");
            this.values = VectorBuilders.of(stored);
            this.gatherer = Gatherer.of(stored, type);
            this.function = PartitionFunction.of(stored, "hash(" + count + ")");
        }

        void parts(Block block, int from, int length, int[] parts) {
            values.clear();
            for (int i = 0; i < length; i++) {
                gatherer.add(values, block, from + i);
            }
            ColumnVector vector = values.vector();
            for (int i = 0; i < length; i++) {
                parts[i] = Integer.parseInt(function.part(vector, i));
            }
        }
    }
}
