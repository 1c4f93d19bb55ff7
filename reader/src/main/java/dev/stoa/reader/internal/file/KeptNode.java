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
package dev.stoa.reader.internal.file;

import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A node of a file that a scan reads in whole or in part.
 *
 * @param node its ordinal
 * @param field its field, with what is read below it
 * @param children the nodes below it that are read, one for each field of the type
 */
public record KeptNode(int node, Field field, List<KeptNode> children) {

    public KeptNode {
        children = List.copyOf(children);
    }

    /** A node whose tree was loaded, with all below it. */
    public static KeptNode whole(int node, Directory directory) throws StoaException {
        Field field = directory.field(node);
        return of(node, field, field.type(), directory);
    }

    /**
     * A node whose tree was loaded, with some of what is below it.
     *
     * @param parts what is read of its type, see {@link Type#keeping}
     * @throws IllegalArgumentException if the node has no such parts
     */
    public static KeptNode of(int node, Type parts, Directory directory) throws StoaException {
        Field field = directory.field(node);
        return of(node, field, field.type().keeping(parts), directory);
    }

    /** A node alone. */
    static KeptNode single(int node, Directory directory) throws StoaException {
        return new KeptNode(node, directory.field(node), List.of());
    }

    private static KeptNode of(int node, Field whole, Type kept, Directory directory) throws StoaException {
        List<Field> fields = whole.type().fields();
        int[] nodes = new int[fields.size()];
        int next = node + 1;
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = next;
            next = directory.record(next).end();
        }
        List<KeptNode> children = new ArrayList<>();
        for (int i = 0; i < kept.fields().size(); i++) {
            int at = place(i, whole.type(), kept);
            children.add(of(nodes[at], fields.get(at), kept.fields().get(i).type(), directory));
        }
        return new KeptNode(node, new Field(whole.name(), kept, whole.nullable(), whole.fieldId()), children);
    }

    /** Which field of a type is the i-th of those that are kept of it. */
    public static int place(int i, Type whole, Type kept) {
        if (whole.kind() != TypeKind.STRUCT || whole.equals(kept)) {
            return i;
        }
        String name = kept.fields().get(i).name();
        int at = 0;
        while (!whole.fields().get(at).name().equals(name)) {
            at++;
        }
        return at;
    }

    /** Adds it and all that is read below it. */
    void addTo(Collection<Integer> nodes) {
        nodes.add(node);
        children.forEach(child -> child.addTo(nodes));
    }
}
