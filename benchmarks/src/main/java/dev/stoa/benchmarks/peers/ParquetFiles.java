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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.data.Table;
import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Writes flat tables without nulls as Parquet files, with parquet-java's default settings except version and codec. */
final class ParquetFiles {

    private ParquetFiles() {}

    static void write(Table table, ParquetProperties.WriterVersion version, CompressionCodecName codec, Path file)
            throws IOException {
        write(table, version, codec, settings -> {}, file);
    }

    /** With more settings than version and codec. */
    static void write(
            Table table,
            ParquetProperties.WriterVersion version,
            CompressionCodecName codec,
            Consumer<ParquetWriter.Builder<Integer, ?>> settings,
            Path file)
            throws IOException {
        Rows rows = new Rows(table.schema());
        Builder builder = new Builder(new LocalOutputFile(file), rows)
                .withWriterVersion(version)
                .withCompressionCodec(codec);
        settings.accept(builder);
        try (ParquetWriter<Integer> writer = builder.build()) {
            for (Iterator<Batch> batches = table.batches(); batches.hasNext(); ) {
                rows.batch = batches.next();
                for (int row = 0; row < rows.batch.rowCount(); row++) {
                    writer.write(row);
                }
            }
        }
    }

    private static MessageType message(Schema schema) {
        Types.MessageTypeBuilder message = Types.buildMessage();
        for (Field field : schema.fields()) {
            PrimitiveTypeName physical;
            LogicalTypeAnnotation logical = null;
            switch (field.type().kind()) {
                case INT32 -> physical = PrimitiveTypeName.INT32;
                case INT64 -> physical = PrimitiveTypeName.INT64;
                case DATE -> {
                    physical = PrimitiveTypeName.INT32;
                    logical = LogicalTypeAnnotation.dateType();
                }
                case DECIMAL -> {
                    physical = PrimitiveTypeName.INT64;
                    logical = LogicalTypeAnnotation.decimalType(
                            field.type().scale(), field.type().precision());
                }
                case STRING -> {
                    physical = PrimitiveTypeName.BINARY;
                    logical = LogicalTypeAnnotation.stringType();
                }
                default -> throw new IllegalArgumentException("no benchmark has a column of " + field.type());
            }
            message.addField(
                    Types.primitive(physical, Repetition.REQUIRED).as(logical).named(field.name()));
        }
        return message.named("table");
    }

    /** Hands rows of the current batch to Parquet; a record is the number of a row. */
    private static final class Rows extends WriteSupport<Integer> {
        private final MessageType message;
        private final String[] names;
        private Batch batch;
        private RecordConsumer consumer;

        Rows(Schema schema) {
            message = message(schema);
            names = schema.fields().stream().map(Field::name).toArray(String[]::new);
        }

        @Override
        @SuppressWarnings("deprecation") // still abstract
        public WriteContext init(Configuration configuration) {
            return new WriteContext(message, Map.of());
        }

        @Override
        public WriteContext init(ParquetConfiguration configuration) {
            return new WriteContext(message, Map.of());
        }

        @Override
        public void prepareForWrite(RecordConsumer recordConsumer) {
            consumer = recordConsumer;
        }

        @Override
        public void write(Integer row) {
            consumer.startMessage();
            for (int c = 0; c < names.length; c++) {
                consumer.startField(names[c], c);
                add(batch.column(c), row);
                consumer.endField(names[c], c);
            }
            consumer.endMessage();
        }

        private void add(ColumnVector column, int row) {
            if (column instanceof IntVector ints) {
                consumer.addInteger(ints.values()[row]);
            } else if (column instanceof LongVector longs) {
                consumer.addLong(longs.values()[row]);
            } else if (column instanceof BytesVector bytes) {
                consumer.addBinary(Binary.fromReusedByteArray(bytes.data(), bytes.start(row), bytes.length(row)));
            } else {
                throw new IllegalArgumentException("no benchmark has a column of " + column.type());
            }
        }
    }

    private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
        private final Rows rows;

        Builder(OutputFile file, Rows rows) {
            super(file);
            this.rows = rows;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // still abstract
        protected WriteSupport<Integer> getWriteSupport(Configuration configuration) {
            return rows;
        }

        @Override
        protected WriteSupport<Integer> getWriteSupport(ParquetConfiguration configuration) {
            return rows;
        }
    }
}
