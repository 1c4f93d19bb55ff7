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
package dev.stoa.writer;

import dev.stoa.format.Schema;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.SchemaNodes;
import java.util.ArrayList;
import java.util.List;

/** Makes the writers of all nodes and row sets of a schema. */
final class NodeTree {
    private final WriterContext context;
    private final SchemaNodes nodes;
    private final RowSetWriter[] rowSets;

    NodeTree(WriterContext context, Schema schema) {
        this.context = context;
        this.nodes = SchemaNodes.of(schema);
        this.rowSets = new RowSetWriter[nodes.rowSets().size() + 1];
        List<NodeWriter> columns = children(0, nodes.nodes().size());
        rowSets[0] = new RowSetWriter(columns, context::append);
    }

    SchemaNodes nodes() {
        return nodes;
    }

    /** The row sets; the table is the first. */
    RowSetWriter[] rowSets() {
        return rowSets;
    }

    /** Makes a row set of elements of these columns. */
    RowSetWriter rowSet(int ordinal, List<NodeWriter> columns) {
        rowSets[ordinal] = new RowSetWriter(columns, RowSetWriter::inTurn);
        return rowSets[ordinal];
    }

    /** Makes the writers of a node's children, and of all below. */
    List<NodeWriter> childrenOf(SchemaNodes.Node node) {
        return children(context.nodes().size(), node.end());
    }

    private List<NodeWriter> children(int first, int end) {
        List<NodeWriter> children = new ArrayList<>();
        int ordinal = first;
        while (ordinal < end) {
            SchemaNodes.Node node = nodes.nodes().get(ordinal);
            children.add(writer(node));
            ordinal = node.end();
        }
        return List.copyOf(children);
    }

    /** Makes the writer of a node; it takes the next place in the list of nodes, then its descendants do. */
    private NodeWriter writer(SchemaNodes.Node node) {
        TypeKind kind = node.field().type().kind();
        if (kind == TypeKind.NULL) {
            return new NullWriter(context, node);
        }
        if (node.childRowSet() != Layout.NONE) {
            return new ListWriter(context, node, this);
        }
        if (kind == TypeKind.STRUCT || kind == TypeKind.VARIANT) {
            return new StructWriter(context, node, this);
        }
        return switch (node.field().type().physical()) {
            case BYTES -> new BytesWriter(context, node);
            default -> new ValuesWriter(context, node);
        };
    }
}
