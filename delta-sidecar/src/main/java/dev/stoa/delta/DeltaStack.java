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
package dev.stoa.delta;

import java.util.ArrayList;
import java.util.List;

/**
 * Trees on top of each other: the base of each is the image of the one below. Such as what was committed long ago, what
 * was committed since, and what a transaction did. Immutable. All layers name rows and values by the same references.
 *
 * <p>Here a SID is the position of a row in the base of the lowest tree, a RID that in the image of the highest one.
 */
public final class DeltaStack {
    private final List<DeltaTree> layers;

    private DeltaStack(List<DeltaTree> layers) {
        this.layers = layers;
    }

    /**
     * One or more layers, the lowest first.
     *
     * @throws IllegalArgumentException if there is none, or if one has not as many base rows as the one below has rows
     */
    public static DeltaStack of(DeltaTree... layers) {
        if (layers.length == 0) {
            throw new IllegalArgumentException("a stack has at least one layer");
        }
        DeltaStack stack = new DeltaStack(List.of(layers[0]));
        for (int i = 1; i < layers.length; i++) {
            stack = stack.with(layers[i]);
        }
        return stack;
    }

    /**
     * This stack with one more layer on top.
     *
     * @throws IllegalArgumentException if it has not as many base rows as this has rows
     */
    public DeltaStack with(DeltaTree layer) {
        if (layer.baseRows() != rows()) {
            throw new IllegalArgumentException("a layer over " + layer.baseRows() + " rows does not fit " + rows()
                    + " rows: it was made for another image");
        }
        List<DeltaTree> more = new ArrayList<>(layers);
        more.add(layer);
        return new DeltaStack(List.copyOf(more));
    }

    /** The number of rows of the image that the lowest layer changes. */
    public long baseRows() {
        return layers.get(0).baseRows();
    }

    /** The number of rows of the image with all changes. */
    public long rows() {
        return layers.get(layers.size() - 1).rows();
    }

    /**
     * The RID of a base row, or if that is deleted, of the first row behind it.
     *
     * @param sid 0 to {@link #baseRows}; that one has the RID {@link #rows}
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long ridOf(long sid) {
        long position = sid;
        for (DeltaTree layer : layers) {
            position = layer.ridOf(position);
        }
        return position;
    }

    /**
     * Whether a base row is deleted.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public boolean isDeleted(long sid) {
        long position = sid;
        for (DeltaTree layer : layers) {
            if (layer.isDeleted(position)) {
                return true;
            }
            position = layer.ridOf(position);
        }
        return false;
    }

    /**
     * The SID of a row, or if it is an inserted one, of the base row that it was inserted in front of or a deleted one
     * just before that.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long sidOf(long rid) {
        layers.get(layers.size() - 1).checkRid(rid);
        long position = rid;
        for (int i = layers.size() - 1; i >= 0; i--) {
            DeltaTree layer = layers.get(i);
            // what an upper layer inserted behind the last row of this one has no row to stand in front of
            position = position == layer.rows() ? layer.baseRows() : layer.sidOf(position);
        }
        return position;
    }

    /**
     * The reference of an inserted row, or {@link DeltaTree#NOT_INSERTED}.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long insertedAt(long rid) {
        long position = rid;
        for (int i = layers.size() - 1; i >= 0; i--) {
            long row = layers.get(i).insertedAt(position);
            if (row != DeltaTree.NOT_INSERTED) {
                return row;
            }
            position = layers.get(i).sidOf(position);
        }
        return DeltaTree.NOT_INSERTED;
    }

    /**
     * The reference of the value that a column of a row was modified to last, {@link DeltaTree#SET_NULL} or
     * {@link DeltaTree#NOT_CHANGED}.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long modifiedAt(long rid, int column) {
        long position = rid;
        for (int i = layers.size() - 1; i >= 0; i--) {
            DeltaTree layer = layers.get(i);
            long value = layer.modifiedAt(position, column);
            if (value != DeltaTree.NOT_CHANGED || layer.insertedAt(position) != DeltaTree.NOT_INSERTED) {
                return value;
            }
            position = layer.sidOf(position);
        }
        return DeltaTree.NOT_CHANGED;
    }

    /** One tree with the changes of all layers. */
    public DeltaTree merged() {
        DeltaTree tree = layers.get(0);
        for (DeltaTree layer : layers.subList(1, layers.size())) {
            tree = tree.merge(layer);
        }
        return tree;
    }

    /** Reads the changes of ranges of base rows, such as vectors. Layers need not be merged for it. */
    public DeltaScan scan() {
        if (layers.size() == 1) {
            return new DeltaScan(new TreeReader(layers.get(0)), baseRows());
        }
        Runs runs = new BaseRuns(baseRows());
        for (DeltaTree layer : layers) {
            runs = new LayerRuns(layer, runs);
        }
        return new DeltaScan(new LayersReader(runs), baseRows());
    }
}
