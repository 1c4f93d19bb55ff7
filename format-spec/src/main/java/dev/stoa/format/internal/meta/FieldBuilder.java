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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Builds a field from the records of a node and its descendants, and checks that they form a tree (format-spec, section
 * 3.2).
 */
public final class FieldBuilder {
    private final Nodes nodes;
    private final String file;

    /** Where records come from. */
    public interface Nodes {
        /** The record of a node. */
        NodeRecord record(int node) throws StoaException;
    }

    /** A builder on these nodes; {@code file} is for messages. */
    public FieldBuilder(Nodes nodes, String file) {
        this.nodes = nodes;
        this.file = file;
    }

    /** The field of a node with all its descendants. */
    public Field build(int node) throws StoaException {
        return build(node, 1);
    }

    private Field build(int node, int depth) throws StoaException {
        NodeRecord record = nodes.record(node);
        String where = file + ": node " + node;
        Records.check(depth <= Schema.MAX_DEPTH, where, "depth", depth);
        List<Field> children = new ArrayList<>();
        int child = node + 1;
        int childRowSet = record.isList() ? record.childRowSet() : record.rowSet();
        while (child < record.end()) {
            NodeRecord c = nodes.record(child);
            Records.check(c.parent() == node, file + ": node " + child, "parent", c.parent());
            Records.check(c.rowSet() == childRowSet, file + ": node " + child, "row set", c.rowSet());
            Records.check(c.end() <= record.end(), file + ": node " + child, "end of descendants", c.end());
            children.add(build(child, depth + 1));
            child = c.end();
        }
        String name = name(record.name(), where);
        ByteBuffer text = record.rest().order(ByteOrder.LITTLE_ENDIAN);
        try {
            List<String> parameters = new ArrayList<>();
            for (int i = record.kind().parameterCount(); i > 0; i--) {
                parameters.add(Wire.text(text, Layout.MAX_PARAMETER_BYTES, "a parameter"));
            }
            if (text.hasRemaining()) {
                OptionalEntries.skip(text, file + ": column '" + name + "' (node " + node + ")");
                Records.check(!text.hasRemaining(), where, "bytes left over", text.remaining());
            }
            Type type = new Type(
                    record.kind(), record.precision(), record.scale(), record.is(NodeRecord.UTC), parameters, children);
            if (type.kind() == TypeKind.STRUCT || type.kind() == TypeKind.VARIANT) {
                new Schema(children);
            }
            return new Field(
                    name,
                    type,
                    record.is(NodeRecord.NULLABLE),
                    record.is(NodeRecord.HAS_FIELD_ID) ? OptionalInt.of(record.fieldId()) : OptionalInt.empty());
        } catch (IllegalArgumentException | CorruptFileException e) {
            throw new CorruptFileException(where + " ('" + name + "') is not a valid type: " + e.getMessage(), e);
        }
    }

    private static String name(ByteBuffer utf8, String where) throws CorruptFileException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(utf8)
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CorruptFileException(where + ": its name is not UTF-8", e);
        }
    }
}
