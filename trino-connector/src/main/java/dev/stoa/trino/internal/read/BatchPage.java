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
import dev.stoa.trino.internal.columns.Rows;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SourcePage;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;

/** Rows of a batch as a page, which makes a block when Trino asks for it. Blocks are copies and outlive the batch. */
final class BatchPage implements SourcePage {
    private static final long OBJECTS = 128;

    private final Batch batch;
    private final RowPlaces places;
    private final PageColumns columns;
    private final Block[] made;
    private final LongConsumer retained;
    private Rows rows;
    /** The retained bytes of the blocks that were made. */
    private long blockBytes;

    private boolean isOver;

    /**
     * A page of some rows of a batch.
     *
     * @param retained gets the retained bytes whenever they change
     */
    BatchPage(Batch batch, RowPlaces places, PageColumns columns, Rows rows, LongConsumer retained) {
        this.batch = batch;
        this.places = places;
        this.columns = columns;
        this.made = new Block[columns.count()];
        this.rows = rows;
        this.retained = retained;
        retained.accept(getRetainedSizeInBytes());
    }

    /** Says that the batch is gone: what was not asked for is not there any more. */
    void end() {
        isOver = true;
    }

    /** Whether Trino asked for some columns but not for all: its own filter leaves no row of the page. */
    boolean isFiltered() {
        long asked = Arrays.stream(made).filter(Objects::nonNull).count();
        return asked > 0 && asked < made.length;
    }

    @Override
    public int getPositionCount() {
        return rows.count();
    }

    @Override
    public int getChannelCount() {
        return made.length;
    }

    @Override
    public Block getBlock(int channel) {
        Objects.checkIndex(channel, made.length);
        if (made[channel] == null) {
            if (isOver) {
                throw new IllegalStateException(
                        "the column " + columns.name(channel) + " was not asked for before the next page");
            }
            made[channel] = columns.block(channel, batch, places, rows);
            blockBytes += made[channel].getRetainedSizeInBytes();
            retained.accept(getRetainedSizeInBytes());
        }
        return made[channel];
    }

    @Override
    public Page getPage() {
        Block[] all = new Block[made.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = getBlock(i);
        }
        return new Page(rows.count(), all);
    }

    @Override
    public void selectPositions(int[] positions, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, positions.length);
        blockBytes = 0;
        for (int i = 0; i < made.length; i++) {
            if (made[i] != null) {
                made[i] = made[i].getPositions(positions, offset, size);
                blockBytes += made[i].getRetainedSizeInBytes();
            }
        }
        rows = rows.select(positions, offset, size);
        retained.accept(getRetainedSizeInBytes());
    }

    @Override
    public long getSizeInBytes() {
        return Arrays.stream(made)
                .filter(Objects::nonNull)
                .mapToLong(Block::getSizeInBytes)
                .sum();
    }

    @Override
    public long getRetainedSizeInBytes() {
        return OBJECTS + rows.bytes() + blockBytes;
    }

    @Override
    public void retainedBytesForEachPart(ObjLongConsumer<Object> consumer) {
        consumer.accept(this, OBJECTS);
        consumer.accept(rows, rows.bytes());
        for (Block block : made) {
            if (block != null) {
                block.retainedBytesForEachPart(consumer);
            }
        }
    }
}
