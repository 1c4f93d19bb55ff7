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
package dev.stoa.arrow;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Marks the fields of an Arrow schema that come as ids into dictionaries. */
final class DictionaryFields {
    private DictionaryFields() {}

    /**
     * The schema with marks at some columns.
     *
     * @param arrow what {@link ArrowSchemas#toArrow} makes of the schema
     * @throws IllegalArgumentException if a path leads to no column, or to one of another type; the message names it
     */
    static org.apache.arrow.vector.types.pojo.Schema mark(
            org.apache.arrow.vector.types.pojo.Schema arrow, Schema schema, List<ColumnPath> paths) {
        List<org.apache.arrow.vector.types.pojo.Field> fields = arrow.getFields();
        for (int id = 0; id < paths.size(); id++) {
            fields = marked(fields, schema.fields(), new Way(paths.get(id), 0, id));
        }
        return new org.apache.arrow.vector.types.pojo.Schema(fields, arrow.getCustomMetadata());
    }

    /**
     * A place on the way to a column.
     *
     * @param depth the number of names before this place
     * @param id that of the dictionary
     */
    private record Way(ColumnPath path, int depth, int id) {
        String name() {
            return path.names().get(depth);
        }

        boolean isEnd() {
            return depth + 1 == path.names().size();
        }

        Way next() {
            return new Way(path, depth + 1, id);
        }
    }

    private static List<org.apache.arrow.vector.types.pojo.Field> marked(
            List<org.apache.arrow.vector.types.pojo.Field> arrow, List<Field> fields, Way way) {
        Field field = FieldNames.get(fields, way.name());
        int at = fields.indexOf(field);
        List<org.apache.arrow.vector.types.pojo.Field> all = new ArrayList<>(arrow);
        all.set(at, way.isEnd() ? leaf(arrow.get(at), field, way) : above(arrow.get(at), field.type(), way.next()));
        return all;
    }

    /** A field with a marked one somewhere below it. */
    private static org.apache.arrow.vector.types.pojo.Field above(
            org.apache.arrow.vector.types.pojo.Field arrow, Type type, Way way) {
        if (!type.kind().isNested()) {
            throw new IllegalArgumentException(
                    "no column '" + way.path() + "': '" + arrow.getName() + "' is " + type + ", which has no fields");
        }
        List<org.apache.arrow.vector.types.pojo.Field> children = arrow.getChildren();
        if (type.kind() == TypeKind.MAP) {
            org.apache.arrow.vector.types.pojo.Field entries = children.get(0);
            children = List.of(new org.apache.arrow.vector.types.pojo.Field(
                    entries.getName(), entries.getFieldType(), marked(entries.getChildren(), type.fields(), way)));
        } else {
            children = marked(children, type.fields(), way);
        }
        return new org.apache.arrow.vector.types.pojo.Field(arrow.getName(), arrow.getFieldType(), children);
    }

    private static org.apache.arrow.vector.types.pojo.Field leaf(
            org.apache.arrow.vector.types.pojo.Field arrow, Field field, Way way) {
        ArrowType type = arrow.getType();
        if (!(type instanceof ArrowType.Utf8) && !(type instanceof ArrowType.Binary)) {
            throw new IllegalArgumentException(
                    "column '" + way.path() + "' is " + field.type()
                            + ", and only texts and bytes of any length can come as a dictionary: leave it out of these columns");
        }
        FieldType ids = new FieldType(
                arrow.isNullable(),
                type,
                new DictionaryEncoding(way.id(), false, null),
                FieldMetadata.ofIds(arrow.getMetadata()));
        return new org.apache.arrow.vector.types.pojo.Field(arrow.getName(), ids, arrow.getChildren());
    }
}
