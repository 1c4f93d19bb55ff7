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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.apache.parquet.column.schema.EdgeInterpolationAlgorithm;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaMappingTest {

    private static Schema imported(MessageType message) throws StoaException {
        return new SchemaImport(message, ParquetSourceOptions.DEFAULT).schema();
    }

    private static MessageType message(String fields) {
        return MessageTypeParser.parseMessageType("message m { " + fields + " }");
    }

    /** The forms of lists and maps of the Parquet specification, "Logical Types", the legacy ones too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "optional group a (LIST) { repeated group list { optional int32 element; } }"
                        + " | struct<a:list<int32>>",
                "required group a (LIST) { repeated group list { required int32 element; } }"
                        + " | struct<a:list<int32 not null> not null>",
                "optional group a (LIST) { repeated int32 element; } | struct<a:list<int32 not null>>",
                "optional group a (LIST) { repeated group element { required binary s (UTF8); required int32 n; } }"
                        + " | struct<a:list<struct<s:string not null,n:int32 not null> not null>>",
                "optional group a (LIST) { repeated group array { required binary s (UTF8); } }"
                        + " | struct<a:list<struct<s:string not null> not null>>",
                "optional group a (LIST) { repeated group a_tuple { required binary s (UTF8); } }"
                        + " | struct<a:list<struct<s:string not null> not null>>",
                "optional group a (LIST) { repeated group other_tuple { required binary s (UTF8); } }"
                        + " | struct<a:list<string not null>>",
                "optional group a (LIST) { repeated group array (LIST) { repeated int32 array; } }"
                        + " | struct<a:list<list<int32 not null> not null>>",
                "optional group a (LIST) { repeated group element { repeated int32 n; } }"
                        + " | struct<a:list<struct<n:list<int32 not null> not null> not null>>",
                "repeated int32 a | struct<a:list<int32 not null> not null>",
                "repeated group a { optional int32 n; } | struct<a:list<struct<n:int32> not null> not null>",
                "optional group a (MAP) { repeated group key_value { required binary k (UTF8); optional int32 v; } }"
                        + " | struct<a:map<string not null,int32>>",
                "optional group a (MAP) { repeated group map (MAP_KEY_VALUE) { required int32 k; required int32 v; } }"
                        + " | struct<a:map<int32 not null,int32 not null>>",
                "optional group a (MAP_KEY_VALUE) { repeated group map { required int32 k; optional int32 v; } }"
                        + " | struct<a:map<int32 not null,int32>>",
                "optional group a (MAP) { repeated group key_value { required int32 k; } }"
                        + " | struct<a:list<int32 not null>>",
                "optional group a (MAP) { repeated group key_value { required int32 k; repeated int32 v; } }"
                        + " | struct<a:map<int32 not null,list<int32 not null> not null>>",
                "optional group a (LIST) { optional int32 x; optional int32 y; } | struct<a:struct<x:int32,y:int32>>",
                "required int32 a (INT_8) | struct<a:int8 not null>",
                "required int64 a (UINT_64) | struct<a:uint64 not null>",
                "required fixed_len_byte_array(12) a (INTERVAL) | struct<a:interval_month_day_nano not null>",
                "required int96 a | struct<a:timestamp(9) not null>",
                "required int64 a (TIMESTAMP_MILLIS) | struct<a:timestamp(3,utc) not null>",
                "required int64 a (TIMESTAMP(NANOS,false)) | struct<a:timestamp(9) not null>",
                "required binary a (DECIMAL(77,3)) | struct<a:decimal(77,3) not null>",
            })
    void mapsEveryForm(String fields, String wanted) throws StoaException {
        MessageType message = message(fields.endsWith("}") ? fields : fields + ";");
        assertEquals(wanted, imported(message).toString());
    }

    @Test
    void keepsNamesAndIds() throws StoaException {
        Schema schema =
                imported(message("optional group a (LIST) = 7 { repeated group bag { optional int32 item = 9; } }"));
        Field list = schema.fields().get(0);
        assertEquals(OptionalInt.of(7), list.fieldId());
        assertEquals("item", list.type().fields().get(0).name());
        assertEquals(OptionalInt.of(9), list.type().fields().get(0).fieldId());
    }

    @Test
    void mapsWhatTheParserOfSchemasDoesNotKnow() throws StoaException {
        MessageType message = Types.buildMessage()
                .addField(Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.geometryType("EPSG:4326"))
                        .named("a"))
                .addField(Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.geographyType(null, EdgeInterpolationAlgorithm.VINCENTY))
                        .named("b"))
                .addField(Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
                        .length(2)
                        .as(LogicalTypeAnnotation.float16Type())
                        .named("c"))
                .addField(Types.optional(PrimitiveTypeName.INT64)
                        .as(LogicalTypeAnnotation.unknownType())
                        .named("d"))
                .named("m");
        Schema schema = imported(message);
        assertEquals(
                List.of(
                        Type.geo(TypeKind.GEOMETRY, "EPSG:4326"),
                        Type.geo(TypeKind.GEOGRAPHY, "", "VINCENTY"),
                        Type.of(TypeKind.FLOAT16),
                        Type.of(TypeKind.NULL)),
                schema.fields().stream().map(Field::type).toList());
        MessageType back = SchemaExport.map(schema, false);
        assertEquals(message.getFields().subList(0, 3), back.getFields().subList(0, 3));
    }

    @Test
    void refusesTwoColumnsOfOneName() {
        MessageType message = new MessageType(
                "m",
                Types.optional(PrimitiveTypeName.INT32).named("x"),
                Types.optional(PrimitiveTypeName.INT64).named("x"));
        StoaException e = assertThrows(StoaException.class, () -> imported(message));
        assertTrue(e.getMessage().contains("'x'"), e.getMessage());
    }

    @Test
    void restoresOldFormsOfTheColumnsThatAreLeft() throws IOException {
        MessageType message = message("required int96 t; optional group l (LIST) { repeated int32 array; }"
                + " optional binary s; required int32 n;");
        List<KeyValue> keys =
                List.of(KeyValue.of(StoredSchema.KEY, StoredSchema.encode(message)), KeyValue.of("k", "v"));
        Schema whole = imported(message);
        TargetSchema target = TargetSchema.of(whole, keys, ParquetTargetOptions.DEFAULT);
        assertEquals(message, target.message());
        assertEquals("v", target.metadata().get("k"));
        assertEquals(1, target.metadata().size());

        Schema some = new Schema(List.of(
                whole.fields().get(1),
                Field.nullable("n", Type.of(TypeKind.INT32)),
                Field.required("t", Type.timestamp(9, true))));
        MessageType mixed =
                TargetSchema.of(some, keys, ParquetTargetOptions.DEFAULT).message();
        assertEquals(message.getType("l"), mixed.getType("l"));
        assertEquals(Repetition.OPTIONAL, mixed.getType("n").getRepetition());
        assertEquals(message.getType("t"), mixed.getType("t"));
    }

    @Test
    void takesNoHarmFromABrokenStoredSchema() throws StoaException {
        Schema schema = Schema.of(Field.nullable("n", Type.of(TypeKind.INT32)));
        for (String broken : new String[] {"", "AAAA", "not base64!", "FQ=="}) {
            List<KeyValue> keys = List.of(KeyValue.of(StoredSchema.KEY, broken));
            MessageType message =
                    TargetSchema.of(schema, keys, ParquetTargetOptions.DEFAULT).message();
            assertEquals(1, message.getFieldCount());
        }
    }

    @Test
    void refusesByNameWhatParquetCannotSay() throws StoaException {
        for (Type type : List.of(
                Type.timestamp(12, false),
                Type.timestamp(0, true),
                Type.time(1, false),
                Type.of(TypeKind.INTERVAL_YEAR_MONTH),
                Type.sized(TypeKind.INTERVAL_DAY_TIME, 6),
                Type.sized(TypeKind.CHAR, 4),
                Type.sized(TypeKind.VARCHAR, 4),
                Type.geo(TypeKind.GEOGRAPHY, "", "STRAIGHT"),
                Type.struct(List.of()),
                Type.map(
                        Field.nullable("key", Type.of(TypeKind.INT32)),
                        Field.nullable("value", Type.of(TypeKind.INT32))))) {
            Schema schema = Schema.of(Field.nullable(
                    "outer", Type.list(Field.nullable("element", Type.struct(List.of(Field.nullable("bad", type)))))));
            StoaException e = assertThrows(
                    StoaException.class, () -> TargetSchema.of(schema, List.of(), ParquetTargetOptions.DEFAULT));
            assertTrue(e.getMessage().matches(".*outer\\.(list\\.)?element\\.bad.*"), e.getMessage());
        }
        Schema chars = Schema.of(Field.nullable("c", Type.sized(TypeKind.CHAR, 4)));
        MessageType text = TargetSchema.of(chars, List.of(), ParquetTargetOptions.DEFAULT.withTextForChar(true))
                .message();
        assertEquals(LogicalTypeAnnotation.stringType(), text.getType("c").getLogicalTypeAnnotation());
    }

    @Test
    void refusesMetadataKeysThatRepeat() {
        Schema schema = Schema.of(Field.nullable("n", Type.of(TypeKind.INT32)));
        assertThrows(
                StoaException.class,
                () -> TargetSchema.of(
                        schema, List.of(KeyValue.of("a", "1"), KeyValue.of("a", "2")), ParquetTargetOptions.DEFAULT));
    }
}
