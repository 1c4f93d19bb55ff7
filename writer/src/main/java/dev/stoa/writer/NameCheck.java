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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.internal.meta.Layout;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Checks that a file can hold the names of a schema and the texts of the metadata as they are. */
final class NameCheck {
    private final CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
    private int nodes;

    private NameCheck() {}

    /**
     * Checks all texts.
     *
     * @throws IllegalArgumentException if one is too long or has no UTF-8 form, or the fields are too many
     */
    static void check(Schema schema, WriterOptions options) {
        NameCheck check = new NameCheck();
        check.fields(schema.fields(), "");
        check.text(options.createdBy(), "createdBy");
        for (KeyValue pair : options.metadata()) {
            check.text(pair.key(), "a metadata key");
            pair.value().ifPresent(value -> check.text(value, "the metadata of '" + pair.key() + "'"));
        }
    }

    private void fields(List<Field> fields, String path) {
        for (Field field : fields) {
            String at = path.isEmpty() ? field.name() : path + "." + field.name();
            if (++nodes > Layout.MAX_NODES) {
                throw new IllegalArgumentException("a file can't have more than " + Layout.MAX_NODES + " fields");
            }
            limited(text(field.name(), "the name of column '" + at + "'"), Field.MAX_NAME_BYTES, at);
            int parameterBytes = 0;
            for (String parameter : field.type().parameters()) {
                parameterBytes += text(parameter, "a parameter of the type of column '" + at + "'") + 3;
            }
            limited(parameterBytes, Layout.MAX_PARAMETER_BYTES, at);
            fields(field.type().fields(), at);
        }
    }

    private static void limited(int bytes, int limit, String path) {
        if (bytes > limit) {
            throw new IllegalArgumentException("the name or the type's parameters of column '" + path + "' have "
                    + bytes + " bytes, at most " + limit + " are possible");
        }
    }

    /** Number of bytes of a text. */
    private int text(String text, String what) {
        if (!utf8.canEncode(text)) {
            throw new IllegalArgumentException(what + " has an unpaired surrogate, so it has no UTF-8 form");
        }
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
