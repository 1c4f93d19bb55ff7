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
package dev.stoa.interop.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Schema;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a text of rows: a table, or an exception that names the file. */
final class CsvFuzzTest {
    private static final String SCHEMA =
            "a int, b double, c decimal(9,2), d date, e timestamp(6), f boolean, g char(3), h varchar(2), i binary";

    static Stream<Arguments> seeds() {
        return Stream.of(
                        "a,b\n1,2\n3,\n",
                        "\uFEFFa|\"x,\n\"\"y\"\r\n1|\n\n2|3",
                        "a,b\n2024-01-31,2024-01-31 10:00:00.5\n-0052-01-01,9999-12-31T23:59:59.999999999\n",
                        "a\n1\n2147483648\n9223372036854775808\n1e400\ntrue\n",
                        "a,a\n1,2\n",
                        ",\n",
                        "\"a",
                        "a\n" + "9".repeat(400) + "\n")
                .map(text -> arguments((Object) text.getBytes(StandardCharsets.UTF_8)));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void inferred(byte[] input) throws IOException {
        if (input != null) {
            read(input, CsvOptions.DEFAULT);
        }
    }

    static Stream<Arguments> typedSeeds() {
        return Stream.of(
                        "1,2.5,3.25,2024-02-29,2024-02-29 23:59:59,true,ab,cd,xyz\n",
                        ",,,,,,,,\n",
                        "1,nan,-0.01,0001-01-01,9999-12-31T23:59:59.999999,FALSE,a  ,ü,\"\"\n")
                .map(text -> arguments((Object) text.getBytes(StandardCharsets.UTF_8)));
    }

    @MethodSource("typedSeeds")
    @FuzzTest(maxDuration = "60s")
    void typed(byte[] input) throws IOException {
        if (input != null) {
            Schema schema = SchemaText.parse(SCHEMA);
            read(
                    input,
                    CsvOptions.DEFAULT
                            .withDialect(CsvDialect.DEFAULT.withHeader(false))
                            .withSchema(schema));
        }
    }

    private static void read(byte[] input, CsvOptions options) throws IOException {
        try (CsvSource source = CsvSource.open(() -> new ByteArrayInputStream(input), "f.csv", options);
                StoaWriter writer = StoaWriter.create(new Nowhere(), source.schema(), WriterOptions.DEFAULT)) {
            long rows = source.writeTo(writer.rows());
            assertTrue(rows <= input.length + 1, rows + " rows");
            writer.finish();
        } catch (CorruptFileException e) {
            assertTrue(e.getMessage().startsWith("f.csv: "), e.getMessage());
            assertEquals(1, e.getMessage().lines().count(), e.getMessage());
        } catch (RejectedDataException e) {
            // Found when a vector was full; the command names the inputs that were being read.
            assertTrue(e.getMessage().startsWith("column '"), e.getMessage());
        }
    }

    /** A sink that counts. */
    private static final class Nowhere implements FileSink {
        private long position;

        @Override
        public String id() {
            return "nowhere";
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void write(ByteBuffer bytes) {
            position += bytes.remaining();
            bytes.position(bytes.limit());
        }

        @Override
        public void commit() {}

        @Override
        public void abort() {}
    }
}
