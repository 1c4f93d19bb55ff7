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
package dev.stoa.format.internal.meta;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * A schema as the list of its nodes in pre-order (format-spec, section 3.2), for writing.
 *
 * @param nodes the nodes
 * @param rowSets for each row set but the first, the list or map node whose elements it holds, in order
 */
public record SchemaNodes(List<Node> nodes, List<Integer> rowSets) {

    /**
     * A node.
     *
     * @param field its field
     * @param path its names from the top
     * @param hash its path's hash
     * @param parent parent node, or {@link Layout#NONE}
     * @param end one past its last descendant
     * @param rowSet row set of its rows
     * @param childRowSet row set of its elements, or {@link Layout#NONE}
     */
    public record Node(Field field, String path, long hash, int parent, int end, int rowSet, int childRowSet) {}

    /** The nodes of a table's schema. Row set 0 is the table. */
    public static SchemaNodes of(Schema schema) {
        List<Node> nodes = new ArrayList<>();
        List<Integer> rowSets = new ArrayList<>();
        for (Field field : schema.fields()) {
            add(field, "", PathHash.ROOT, Layout.NONE, 0, nodes, rowSets);
        }
        return new SchemaNodes(List.copyOf(nodes), List.copyOf(rowSets));
    }

    private static void add(
            Field field,
            String parentPath,
            long seed,
            int parent,
            int rowSet,
            List<Node> nodes,
            List<Integer> rowSets) {
        int node = nodes.size();
        String path = parentPath.isEmpty() ? field.name() : parentPath + "." + field.name();
        long hash = PathHash.child(seed, field.name());
        boolean isList = field.type().kind() == dev.stoa.format.TypeKind.LIST
                || field.type().kind() == dev.stoa.format.TypeKind.MAP;
        int childRowSet = Layout.NONE;
        if (isList) {
            rowSets.add(node);
            childRowSet = rowSets.size();
        }
        nodes.add(null);
        for (Field child : field.type().fields()) {
            add(child, path, hash, node, isList ? childRowSet : rowSet, nodes, rowSets);
        }
        nodes.set(node, new Node(field, path, hash, parent, nodes.size(), rowSet, childRowSet));
    }
}
