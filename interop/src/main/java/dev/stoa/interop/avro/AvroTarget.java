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
package dev.stoa.interop.avro;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.interop.Codec;
import dev.stoa.interop.RowTarget;
import dev.stoa.interop.SinkStream;
import dev.stoa.interop.internal.SchemaJson;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Encoder;

/**
 * Writes batches to a new Avro file, which becomes visible by {@link #finish}. Columns that came from Avro and have not
 * changed are written as they were. Others get the types that Avro has, or the smallest that hold all values. The file also
 * keeps the schema if it says more.
 *
 * <p>For one thread at a time.
 */
public final class AvroTarget implements RowTarget {
    private static final int ZSTD_LEVEL = 3;

    private final FileSink sink;
    private final Schema schema;
    private final org.apache.avro.Schema avro;
    private final DataFileWriter<Integer> rows;
    private Optional<Batch> current = Optional.empty();
    private boolean finished;

    private AvroTarget(FileSink sink, Schema schema, List<KeyValue> keyValues, Codec codec) throws IOException {
        this.sink = sink;
        this.schema = schema;
        Optional<String> stored = keyValues.stream()
                .filter(pair -> pair.key().equals(TypeExport.KEY))
                .findFirst()
                .flatMap(KeyValue::value);
        avro = TypeExport.map(schema, stored);
        rows = new DataFileWriter<>(new Rows());
        rows.setCodec(factory(codec));
        for (KeyValue pair : keyValues) {
            if (DataFileWriter.isReservedMeta(pair.key())) {
                throw new StoaException("the metadata has the key '" + pair.key() + "', which is Avro's own");
            } else if (!pair.key().equals(TypeExport.KEY)) {
                rows.setMeta(pair.key(), pair.value().orElse(""));
            }
        }
        if (!TypeImport.map(avro).equals(schema)) {
            rows.setMeta(SchemaJson.KEY, SchemaJson.encode(schema));
        }
        rows.create(avro, new SinkStream(sink));
    }

    /** Writes the rows of the current batch by their numbers. */
    private final class Rows implements DatumWriter<Integer> {
        @Override
        public void setSchema(org.apache.avro.Schema given) {
            // it is known
        }

        @Override
        public void write(Integer row, Encoder out) throws IOException {
            Batch batch = current.orElseThrow();
            ValueWriter values = new ValueWriter(out);
            for (int i = 0; i < batch.columns().size(); i++) {
                values.write(
                        avro.getFields().get(i).schema(),
                        batch.column(i),
                        row,
                        schema.fields().get(i).name());
            }
        }
    }

    private static CodecFactory factory(Codec codec) {
        return switch (codec) {
            case NONE -> CodecFactory.nullCodec();
            case SNAPPY -> CodecFactory.snappyCodec();
            case ZSTD -> CodecFactory.zstandardCodec(ZSTD_LEVEL);
        };
    }

    /**
     * A writer of a new file. It owns the sink from now on, also when this call fails.
     *
     * @param keyValues the metadata to keep, as {@link AvroSource#keyValues} or a Stoa file gives it
     * @throws StoaException if Avro can't express a column; it names the column
     * @throws IOException if the sink fails
     */
    public static AvroTarget create(FileSink sink, Schema schema, List<KeyValue> keyValues, Codec codec)
            throws IOException {
        try {
            return new AvroTarget(sink, schema, keyValues, codec);
        } catch (IOException | RuntimeException e) {
            sink.close();
            throw AvroErrors.explainWrite(sink.id(), e);
        }
    }

    @Override
    public void write(Batch batch) throws IOException {
        if (!batch.schema().equals(schema)) {
            throw new IllegalArgumentException("the batch has the schema " + batch.schema() + ", not " + schema);
        }
        current = Optional.of(batch);
        try {
            for (int i = 0; i < batch.selectedCount(); i++) {
                rows.append(batch.selected(i));
            }
        } catch (DataFileWriter.AppendWriteException e) {
            throw AvroErrors.explainWrite(sink.id(), e.getCause() instanceof IOException io ? io : e);
        } catch (IOException | RuntimeException e) {
            throw AvroErrors.explainWrite(sink.id(), e);
        } finally {
            current = Optional.empty();
        }
    }

    @Override
    public void finish() throws IOException {
        try {
            rows.close();
            sink.commit();
            finished = true;
        } catch (IOException | RuntimeException e) {
            throw AvroErrors.explainWrite(sink.id(), e);
        }
    }

    @Override
    public void close() throws IOException {
        if (!finished) {
            sink.close();
        }
    }
}
