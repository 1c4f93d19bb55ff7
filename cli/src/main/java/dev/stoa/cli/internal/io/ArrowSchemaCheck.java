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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Schema;
import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Union;

/**
 * Bounds the schema of an untrusted Arrow file before arrow-java makes objects of it. Fields and texts may share their bytes,
 * so a kilobyte can describe more of them than fit into memory, or a field that contains itself.
 */
final class ArrowSchemaCheck {
    /** A field of an honest writer takes more bytes than this. */
    private static final int LEAST_FIELD_BYTES = 8;

    /** Texts of an honest writer have their own bytes, or share few of them. */
    private static final int MOST_SHARING = 16;

    private final long mostFields;
    private final long mostTextBytes;
    private long fields;
    private long textBytes;

    private ArrowSchemaCheck(int bytes) {
        this.mostFields = bytes / LEAST_FIELD_BYTES;
        this.mostTextBytes = (long) bytes * MOST_SHARING;
    }

    /**
     * Checks a schema.
     *
     * @param bytes of the message or footer that it is in
     * @throws CorruptFileException if it has more fields or texts than its bytes have room for, or nests too deep
     */
    static void check(org.apache.arrow.flatbuf.Schema schema, int bytes) throws CorruptFileException {
        new ArrowSchemaCheck(bytes).check(schema);
    }

    private void check(org.apache.arrow.flatbuf.Schema schema) throws CorruptFileException {
        for (int i = 0; i < schema.fieldsLength(); i++) {
            check(schema.fields(i), 1);
        }
        for (int i = 0; i < schema.customMetadataLength(); i++) {
            check(schema.customMetadata(i));
        }
    }

    private void check(Field field, int depth) throws CorruptFileException {
        if (depth > 2 * Schema.MAX_DEPTH) { // a map has a level more in Arrow
            throw new CorruptFileException("can't be read as Arrow: its columns nest deeper than " + depth + " levels");
        }
        if (++fields > mostFields) {
            throw new CorruptFileException(
                    "can't be read as Arrow: its schema has more fields than its bytes have room for");
        }
        count(field.nameAsByteBuffer());
        if (field.typeType() == Type.Timestamp) {
            count(((Timestamp) field.type(new Timestamp())).timezoneAsByteBuffer());
        } else if (field.typeType() == Type.Union) {
            count(4L * ((Union) field.type(new Union())).typeIdsLength());
        }
        for (int i = 0; i < field.customMetadataLength(); i++) {
            check(field.customMetadata(i));
        }
        for (int i = 0; i < field.childrenLength(); i++) {
            check(field.children(i), depth + 1);
        }
    }

    private void check(KeyValue pair) throws CorruptFileException {
        count(pair.keyAsByteBuffer());
        count(pair.valueAsByteBuffer());
    }

    private void count(ByteBuffer text) throws CorruptFileException {
        if (text != null) {
            count(text.remaining());
        }
    }

    private void count(long bytes) throws CorruptFileException {
        textBytes += bytes;
        if (textBytes > mostTextBytes) {
            throw new CorruptFileException(
                    "can't be read as Arrow: its schema names texts that are longer than the schema itself");
        }
    }
}
