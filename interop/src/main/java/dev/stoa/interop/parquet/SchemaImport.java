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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.VariantLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Maps a Parquet schema to Stoa's, with the nodes that fill its vectors.
 *
 * <p>It recognises lists and maps in the modern form and in all legacy forms of the Parquet specification ("Logical Types",
 * backward-compatibility rules). A repeated field outside of one is a list that is never null, with elements that are never
 * null. A map without values is a list of its keys. A group annotated as list or map, without the shape of either, is a struct.
 * Names of elements, keys and values are kept.
 */
final class SchemaImport {
    private final ParquetSourceOptions options;
    private final List<ImportNode> nodes = new ArrayList<>();
    private final List<ImportNode.Leaf> leaves = new ArrayList<>();
    private final List<int[]> elementDefinitions = new ArrayList<>();
    private final Schema schema;

    /**
     * Maps a schema.
     *
     * @throws UnsupportedFileException if Stoa can't express it; the message names the column, not the file
     */
    SchemaImport(MessageType message, ParquetSourceOptions options) throws UnsupportedFileException {
        this.options = options;
        List<Field> fields = new ArrayList<>();
        for (org.apache.parquet.schema.Type child : message.getFields()) {
            Mapped mapped = field(child, Position.ROOT);
            fields.add(mapped.field);
            nodes.add(mapped.node);
        }
        try {
            schema = new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedFileException(e.getMessage());
        }
    }

    Schema schema() {
        return schema;
    }

    /** One per field of the schema. */
    List<ImportNode> nodes() {
        return nodes;
    }

    /** The Parquet columns, in file order. */
    List<ImportNode.Leaf> leaves() {
        return leaves;
    }

    /** For a leaf, by repetition depth: the definition level of an existing element of that depth. */
    int[] elementDefinitions(int leaf) {
        return elementDefinitions.get(leaf);
    }

    private record Mapped(Field field, ImportNode node) {}

    /** The place of a field in the tree: its path, its levels, and those of the elements around it. */
    private record Position(List<String> path, int repetition, int definition, List<Integer> elementDefinitions) {
        static final Position ROOT = new Position(List.of(), 0, 0, List.of(0));

        Position into(org.apache.parquet.schema.Type type) throws UnsupportedFileException {
            if (path.size() >= 4 * Schema.MAX_DEPTH) {
                throw new UnsupportedFileException("types nest too deep at '" + String.join(".", path) + "'");
            }
            List<String> down = new ArrayList<>(path);
            down.add(type.getName());
            boolean repeated = type.isRepetition(Repetition.REPEATED);
            boolean required = type.isRepetition(Repetition.REQUIRED);
            int here = definition + (required ? 0 : 1);
            List<Integer> elements = new ArrayList<>(elementDefinitions);
            if (repeated) {
                elements.add(here);
            }
            return new Position(down, repetition + (repeated ? 1 : 0), here, elements);
        }

        String name() {
            return String.join(".", path);
        }
    }

    /** A field that may be repeated: then it is a list. */
    private Mapped field(org.apache.parquet.schema.Type type, Position above) throws UnsupportedFileException {
        Position at = above.into(type);
        if (!type.isRepetition(Repetition.REPEATED)) {
            return single(type, at);
        }
        Mapped element = single(type, at);
        if (element.node.leaves().isEmpty()) {
            throw new UnsupportedFileException("column '" + at.name()
                    + "' repeats a group without columns, so the file can't say how often it is there");
        }
        Type list = Type.list(withoutId(element.field));
        return new Mapped(
                new Field(type.getName(), list, false, id(type)),
                new ImportNode.Repeated(list, above.definition, at.repetition, at.definition, element.node));
    }

    private static Field withoutId(Field field) {
        return new Field(field.name(), field.type(), field.nullable(), OptionalInt.empty());
    }

    private static OptionalInt id(org.apache.parquet.schema.Type type) {
        return type.getId() == null
                ? OptionalInt.empty()
                : OptionalInt.of(type.getId().intValue());
    }

    /** Maps a field as if it were not repeated. The caller adds the list of a repeated field. */
    private Mapped single(org.apache.parquet.schema.Type type, Position at) throws UnsupportedFileException {
        boolean optional = type.isRepetition(Repetition.OPTIONAL);
        if (type.isPrimitive()) {
            return leaf(type, at, optional);
        }
        GroupType group = type.asGroupType();
        LogicalTypeAnnotation annotation = group.getLogicalTypeAnnotation();
        if (annotation instanceof ListLogicalTypeAnnotation && isListOrMap(group)) {
            return list(group, at, optional);
        }
        if ((annotation instanceof MapLogicalTypeAnnotation || annotation instanceof MapKeyValueTypeAnnotation)
                && isListOrMap(group)) {
            org.apache.parquet.schema.Type repeated = group.getType(0);
            if (!repeated.isPrimitive() && repeated.asGroupType().getFieldCount() == 2) {
                return map(group, at, optional);
            }
            if (!repeated.isPrimitive() && repeated.asGroupType().getFieldCount() == 1) {
                return list(group, at, optional);
            }
        }
        List<Field> fields = new ArrayList<>();
        List<ImportNode> children = new ArrayList<>();
        for (org.apache.parquet.schema.Type child : group.getFields()) {
            Mapped mapped = field(child, at);
            fields.add(mapped.field);
            children.add(mapped.node);
        }
        Type struct = annotation instanceof VariantLogicalTypeAnnotation ? Type.variant(fields) : Type.struct(fields);
        return new Mapped(
                new Field(group.getName(), struct, optional, id(group)),
                new ImportNode.Struct(struct, at.definition, children));
    }

    private static boolean isListOrMap(GroupType group) {
        return group.getFieldCount() == 1
                && group.getType(0).isRepetition(Repetition.REPEATED)
                && hasLeaf(group.getType(0));
    }

    private static boolean hasLeaf(org.apache.parquet.schema.Type type) {
        return type.isPrimitive() || type.asGroupType().getFields().stream().anyMatch(SchemaImport::hasLeaf);
    }

    private Mapped list(GroupType group, Position at, boolean optional) throws UnsupportedFileException {
        org.apache.parquet.schema.Type repeated = group.getType(0);
        Position inside = at.into(repeated);
        Mapped element = isElement(repeated, group.getName())
                ? single(repeated, inside)
                : field(repeated.asGroupType().getType(0), inside);
        Type list = Type.list(element.field);
        return new Mapped(
                new Field(group.getName(), list, optional, id(group)),
                new ImportNode.Repeated(list, at.definition, inside.repetition, inside.definition, element.node));
    }

    /** Whether the repeated field of a list is the element itself, not a wrapper around it. */
    static boolean isElement(org.apache.parquet.schema.Type repeated, String listName) {
        if (repeated.isPrimitive()) {
            return true;
        }
        GroupType group = repeated.asGroupType();
        return group.getFieldCount() != 1
                || group.getType(0).isRepetition(Repetition.REPEATED)
                || group.getName().equals("array")
                || group.getName().equals(listName + "_tuple");
    }

    private Mapped map(GroupType group, Position at, boolean optional) throws UnsupportedFileException {
        GroupType entry = group.getType(0).asGroupType();
        Position inside = at.into(entry);
        Mapped key = field(entry.getType(0), inside);
        Mapped value = field(entry.getType(1), inside);
        Type map = Type.map(key.field, value.field);
        ImportNode entries = new ImportNode.Struct(
                Type.struct(List.of(key.field, value.field)), inside.definition, List.of(key.node, value.node));
        return new Mapped(
                new Field(group.getName(), map, optional, id(group)),
                new ImportNode.Repeated(map, at.definition, inside.repetition, inside.definition, entries));
    }

    private Mapped leaf(org.apache.parquet.schema.Type type, Position at, boolean optional)
            throws UnsupportedFileException {
        Type mapped;
        try {
            mapped = TypeImport.map(type.asPrimitiveType(), options);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedFileException("column '" + at.name() + "': " + e.getMessage());
        }
        String[] path = at.path.toArray(String[]::new);
        if (at.definition > 255) {
            throw new UnsupportedFileException("types nest too deep at '" + Arrays.toString(path) + "'");
        }
        ImportNode.Leaf leaf = new ImportNode.Leaf(
                mapped,
                new ColumnDescriptor(path, type.asPrimitiveType(), at.repetition, at.definition),
                leaves.size());
        leaves.add(leaf);
        elementDefinitions.add(
                at.elementDefinitions.stream().mapToInt(Integer::intValue).toArray());
        boolean nullable = optional || mapped.kind() == TypeKind.NULL;
        return new Mapped(new Field(type.getName(), mapped, nullable, id(type)), leaf);
    }
}
