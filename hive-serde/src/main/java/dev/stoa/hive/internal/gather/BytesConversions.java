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
package dev.stoa.hive.internal.gather;

import dev.stoa.format.build.BytesBuilder;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BinaryObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveCharObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveVarcharObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/** Converts text and binary values. */
final class BytesConversions {
    private BytesConversions() {}

    static ColumnFiller.Conversion of(BytesBuilder to, StringObjectInspector inspector) {
        return value -> {
            Text text = inspector.getPrimitiveWritableObject(value);
            to.add(text.getBytes(), 0, text.getLength());
            return true;
        };
    }

    static ColumnFiller.Conversion of(BytesBuilder to, HiveVarcharObjectInspector inspector) {
        return value -> addText(to, inspector.getPrimitiveJavaObject(value).getValue());
    }

    static ColumnFiller.Conversion of(BytesBuilder to, HiveCharObjectInspector inspector) {
        return value -> addText(to, inspector.getPrimitiveJavaObject(value).getStrippedValue());
    }

    static ColumnFiller.Conversion of(BytesBuilder to, BinaryObjectInspector inspector) {
        return value -> {
            BytesWritable bytes = inspector.getPrimitiveWritableObject(value);
            to.add(bytes.getBytes(), 0, bytes.getLength());
            return true;
        };
    }

    private static boolean addText(BytesBuilder to, String text) {
        to.add(text.getBytes(StandardCharsets.UTF_8));
        return true;
    }
}
