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

import dev.stoa.format.Batch;
import dev.stoa.table.Fragment;
import dev.stoa.trino.internal.columns.Rows;
import io.airlift.slice.Slices;
import io.trino.spi.block.Block;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.RowBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.block.VariableWidthBlock;
import java.util.Optional;

/**
 * Where the rows of a batch are.
 *
 * @param fragment whose rows they are
 * @param folder of the table
 */
record RowPlaces(Fragment fragment, String folder) {
    /** The ids of rows, see {@link dev.stoa.trino.internal.plan.StoaColumn#ROW_ID}. */
    Block ids(Batch batch, Rows rows) {
        int count = rows.count();
        return RowBlock.fromFieldBlocks(count, new Block[] {
            constant(fragment.id().getMostSignificantBits(), count),
            constant(fragment.id().getLeastSignificantBits(), count),
            positions(batch, rows)
        });
    }

    /** The numbers of rows. */
    static Block positions(Batch batch, Rows rows) {
        long[] numbers = new long[rows.count()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = batch.firstRow() + rows.row(i);
        }
        return new LongArrayBlock(numbers.length, Optional.empty(), numbers);
    }

    private static Block constant(long value, int count) {
        return RunLengthEncodedBlock.create(new LongArrayBlock(1, Optional.empty(), new long[] {value}), count);
    }

    /** The path of the file. */
    Block paths(int count) {
        var path = Slices.utf8Slice(folder + "/" + fragment.files().get(0).path());
        return RunLengthEncodedBlock.create(
                new VariableWidthBlock(1, path, new int[] {0, path.length()}, Optional.empty()), count);
    }
}
