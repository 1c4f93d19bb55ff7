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
package dev.stoa.benchmarks.queries;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A column of the file that {@link ArrowScans} reads. Its values have no order.
 *
 * @param field the column
 * @param isFixed whether Arrow stores its values in a fixed width
 * @param value draws a value
 */
record ArrowColumn(Field field, boolean isFixed, Function<SplittableRandom, Object> value) {
    private static final long SEED = 60;
    private static final List<String> MODES = List.of("REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB");

    static final List<ArrowColumn> ALL = List.of(
            fixed("boolean", Type.of(TypeKind.BOOLEAN), SplittableRandom::nextBoolean),
            fixed("int8", Type.of(TypeKind.INT8), random -> random.nextInt(100)),
            fixed("int16", Type.of(TypeKind.INT16), random -> random.nextInt(10_000)),
            fixed("int32", Type.of(TypeKind.INT32), random -> random.nextInt(100_000)),
            fixed("date", Type.of(TypeKind.DATE), random -> 8036 + random.nextInt(2526)),
            fixed("int64", Type.of(TypeKind.INT64), random -> random.nextLong(1L << 40)),
            fixed("timestamp", Type.timestamp(6, true), random -> random.nextLong(1L << 50)),
            fixed("float", Type.of(TypeKind.FLOAT32), random -> (float) random.nextDouble()),
            fixed("double", Type.of(TypeKind.FLOAT64), SplittableRandom::nextDouble),
            fixed("decimal(9,2)", Type.decimal(9, 2), ArrowColumn::price),
            fixed("decimal(15,2)", Type.decimal(15, 2), ArrowColumn::price),
            fixed("decimal(38,2)", Type.decimal(38, 2), ArrowColumn::price),
            nullable("nullable boolean", Type.of(TypeKind.BOOLEAN), SplittableRandom::nextBoolean),
            nullable("nullable int32", Type.of(TypeKind.INT32), random -> random.nextInt(100_000)),
            nullable("nullable int64", Type.of(TypeKind.INT64), random -> random.nextLong(1L << 40)),
            nullable("nullable double", Type.of(TypeKind.FLOAT64), SplittableRandom::nextDouble),
            nullable("nullable decimal(15,2)", Type.decimal(15, 2), ArrowColumn::price),
            varying("text of seven values", Type.of(TypeKind.STRING), ArrowColumn::mode),
            varying(
                    "list of int32",
                    Type.list(Field.required("element", Type.of(TypeKind.INT32))),
                    random -> List.of(random.nextInt(1000), random.nextInt(1000))));

    private static ArrowColumn fixed(String name, Type type, Function<SplittableRandom, Object> value) {
        return new ArrowColumn(Field.required(name, type), true, value);
    }

    /** A column with one null in ten values. */
    private static ArrowColumn nullable(String name, Type type, Function<SplittableRandom, Object> value) {
        return new ArrowColumn(
                Field.nullable(name, type), true, random -> random.nextInt(10) == 0 ? null : value.apply(random));
    }

    private static ArrowColumn varying(String name, Type type, Function<SplittableRandom, Object> value) {
        return new ArrowColumn(Field.required(name, type), false, value);
    }

    private static Object price(SplittableRandom random) {
        return BigDecimal.valueOf(random.nextLong(10_000_000), 2);
    }

    private static Object mode(SplittableRandom random) {
        return MODES.get(random.nextInt(MODES.size()));
    }

    String name() {
        return field.name();
    }

    /** Writes a file of all columns. */
    static void write(Path path, int rows) throws IOException {
        Schema schema = new Schema(ALL.stream().map(ArrowColumn::field).toList());
        SplittableRandom random = new SplittableRandom(SEED);
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            for (int i = 0; i < rows; i++) {
                writer.rows()
                        .append(ALL.stream()
                                .map(column -> column.value.apply(random))
                                .toArray());
            }
            writer.finish();
        }
    }
}
