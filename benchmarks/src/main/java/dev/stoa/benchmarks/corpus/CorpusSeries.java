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
package dev.stoa.benchmarks.corpus;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.StoaWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A series of floating-point numbers: lines with one number each, perhaps followed by a comma, or little-endian doubles. Empty
 * lines are left out.
 *
 * @param file the series
 * @param single whether the numbers are float32
 */
record CorpusSeries(Path file, boolean single) implements CorpusTable.Rows {

    @Override
    public long writeTo(CorpusTable.WriterOpener opener) throws IOException {
        double[] values = file.toString().endsWith(".bin") ? binary() : lines();
        Type type = Type.of(single ? TypeKind.FLOAT32 : TypeKind.FLOAT64);
        Schema schema = Schema.of(Field.nullable("v", type));
        try (StoaWriter writer = opener.open(schema)) {
            writer.write(new Batch(schema, List.of(vector(type, values)), values.length));
            writer.finish();
        }
        return values.length;
    }

    private ColumnVector vector(Type type, double[] values) {
        if (!single) {
            return new DoubleVector(type, values, ColumnVector.NO_NULLS, values.length);
        }
        float[] narrow = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            narrow[i] = (float) values[i];
        }
        return new FloatVector(type, narrow, ColumnVector.NO_NULLS, values.length);
    }

    private double[] binary() throws IOException {
        DoubleBuffer numbers = ByteBuffer.wrap(Files.readAllBytes(file))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asDoubleBuffer();
        double[] values = new double[numbers.remaining()];
        numbers.get(values);
        return values;
    }

    private double[] lines() throws IOException {
        double[] values = new double[1024];
        int count = 0;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(CorpusText.open(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String text = (line.endsWith(",") ? line.substring(0, line.length() - 1) : line).strip();
                if (!text.isEmpty()) {
                    if (count == values.length) {
                        values = Arrays.copyOf(values, 2 * count);
                    }
                    values[count++] = number(text);
                }
            }
        }
        return Arrays.copyOf(values, count);
    }

    private double number(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "infinity", "inf" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> single ? Float.parseFloat(text) : Double.parseDouble(text);
        };
    }
}
