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
package dev.stoa.cli.internal.io;

import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BufferLayout;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Checks that the buffers of an untrusted batch have room for the rows that it claims. The loader of arrow-java makes buffers that
 * are too short longer: a batch of a kilobyte could become gigabytes of zeros.
 */
final class ArrowLayoutCheck {
    private final Iterator<ArrowFieldNode> nodes;
    private final Iterator<ArrowBuf> buffers;
    private final Iterator<Long> views;

    private ArrowLayoutCheck(ArrowRecordBatch batch) {
        this.nodes = batch.getNodes().iterator();
        this.buffers = batch.getBuffers().iterator();
        this.views = batch.getVariadicBufferCounts().iterator();
    }

    /**
     * Checks a batch without compression before it is loaded.
     *
     * @throws RuntimeException if a buffer is too short, or missing
     */
    static void check(ArrowRecordBatch batch, List<FieldVector> vectors) {
        ArrowLayoutCheck check = new ArrowLayoutCheck(batch);
        for (FieldVector vector : vectors) {
            check.check(vector.getField(), batch.getLength(), batch.getLength());
        }
    }

    private void check(Field field, long least, long most) {
        ArrowFieldNode node = nodes.next();
        long rows = node.getLength();
        if (rows < least || rows > most) {
            throw new IllegalArgumentException(
                    "column '" + field.getName() + "' has " + rows + " rows, " + least + " are needed");
        }
        ArrowType type = storage(field.getType());
        boolean hasOffsets = false;
        long end = 0;
        for (BufferLayout layout : TypeLayout.getTypeLayout(type).getBufferLayouts()) {
            ArrowBuf buffer = buffers.next();
            boolean isOffsets = layout.getType() == BufferLayout.BufferType.OFFSET;
            hasOffsets |= isOffsets;
            checkBuffer(field, layout, hasOffsets, buffer, node);
            if (isOffsets && rows > 0) {
                end = layout.getTypeBitWidth() == Long.SIZE
                        ? buffer.getLong(rows * Long.BYTES)
                        : buffer.getInt(rows * Integer.BYTES);
            }
        }
        if (type instanceof ArrowType.Utf8View || type instanceof ArrowType.BinaryView) {
            for (long left = views.next(); left > 0; left--) {
                buffers.next();
            }
        }
        for (Field child : field.getChildren()) {
            if (type instanceof ArrowType.Struct) {
                check(child, rows, rows);
            } else if (type instanceof ArrowType.FixedSizeList list) {
                check(child, Math.multiplyExact(rows, list.getListSize()), Integer.MAX_VALUE);
            } else {
                check(child, end, Integer.MAX_VALUE);
            }
        }
    }

    private static ArrowType storage(ArrowType type) {
        return type instanceof ArrowType.ExtensionType extension ? storage(extension.storageType()) : type;
    }

    private static void checkBuffer(
            Field field, BufferLayout layout, boolean hasOffsets, ArrowBuf buffer, ArrowFieldNode node) {
        long rows = node.getLength();
        long bits = layout.getTypeBitWidth();
        long needed = switch (layout.getType()) {
            case OFFSET -> rows == 0 ? 0 : (rows + 1) * bits / 8;
            case DATA -> hasOffsets ? 0 : (rows * bits + 7) / 8;
            default -> (rows * bits + 7) / 8;
        };
        boolean mayLack = buffer.readableBytes() == 0
                && layout.getType() == BufferLayout.BufferType.VALIDITY
                && (node.getNullCount() == 0 || node.getNullCount() == rows);
        if (buffer.readableBytes() < needed && !mayLack) {
            throw new IllegalArgumentException("column '" + field.getName() + "' has a buffer of "
                    + buffer.readableBytes() + " bytes for " + rows + " rows, which need " + needed);
        }
    }
}
