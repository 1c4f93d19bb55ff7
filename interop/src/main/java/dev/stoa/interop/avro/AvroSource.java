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
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.internal.SchemaJson;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.Decoder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads an Avro file in batches. Logical types are read by their meaning, unknown ones as their plain type. A union of null
 * and one type is a nullable column. Any other union becomes a struct of its tag and one field for each of its types. Records
 * inside of themselves are refused.
 *
 * <p>For one thread at a time.
 */
public final class AvroSource implements RowSource {
    private static final int BATCH_ROWS = 1024;
    private static final long BATCH_BYTES = 16L << 20;

    private final String name;
    private final AvroSourceOptions options;
    private final HadoopInput in;
    private final DataFileReader<Object[]> rows;
    private final Schema schema;
    private final List<KeyValue> keyValues = new ArrayList<>();
    private final List<String> choices = new ArrayList<>();
    private final Rows reader = new Rows();
    private Optional<Batch> batch = Optional.empty();
    private long firstRow;
    private int delivered;

    /** Reads rows; it has a schema when the file's header has been read. */
    private static final class Rows implements DatumReader<Object[]> {
        private final ValueReader values = new ValueReader();
        private Optional<org.apache.avro.Schema> avro = Optional.empty();
        private Optional<Schema> schema = Optional.empty();

        @Override
        public void setSchema(org.apache.avro.Schema given) {
            avro = Optional.of(given);
        }

        @Override
        public Object[] read(Object[] reuse, Decoder from) throws IOException {
            return values.row(avro.orElseThrow(), schema.orElseThrow().fields(), from);
        }
    }

    private AvroSource(HadoopInput in, String name, AvroSourceOptions options) throws IOException {
        this.name = name;
        this.options = options;
        this.in = in;
        this.rows = new DataFileReader<>(in, reader);
        this.schema = readMetadata(rows.getSchema());
        reader.schema = Optional.of(schema);
    }

    /**
     * Opens a file and reads its header.
     *
     * @throws dev.stoa.format.CorruptFileException if the bytes are not what a writer wrote
     * @throws dev.stoa.format.UnsupportedFileException if the file says something that Stoa can't express, such as a record
     *     inside of itself
     * @throws IOException if the store fails
     */
    public static AvroSource open(Configuration conf, Path path, AvroSourceOptions options) throws IOException {
        String name = path.toString();
        try {
            FileSystem fs = path.getFileSystem(conf);
            long length = fs.getFileStatus(path).getLen();
            HadoopInput in = new HadoopInput(fs.open(path), length);
            try {
                return new AvroSource(in, name, options);
            } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
                in.close();
                throw e;
            }
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
            throw AvroErrors.explain(name, e);
        }
    }

    private Schema readMetadata(org.apache.avro.Schema avro) throws StoaException {
        Schema plain = TypeImport.map(avro);
        Schema chosen = plain;
        Map<String, String> texts = new LinkedHashMap<>();
        for (String key : rows.getMetaKeys()) {
            text(rows.getMeta(key)).ifPresent(value -> texts.put(key, value));
        }
        Optional<LegacyCalendar> calendar = LegacyCalendar.of(texts, options);
        calendar.ifPresent(from -> {
            reader.values.rebase(from);
            choices.add(from.choice());
        });
        for (String key : rows.getMetaKeys()) {
            Optional<String> value = Optional.ofNullable(texts.get(key));
            boolean known = key.startsWith("avro.")
                    || key.equals(TypeExport.KEY)
                    || (calendar.isPresent() && LegacyCalendar.isOf(key));
            if (key.equals(SchemaJson.KEY)) {
                chosen = value.flatMap(SchemaJson::decode)
                        .filter(then -> leadsTo(then, avro))
                        .orElse(plain);
            } else if (!known && value.isEmpty()) {
                choices.add("the metadata '" + key + "' is not text, and is left out");
            } else if (!known) {
                keyValues.add(new KeyValue(key, value));
            }
        }
        if (!leadsTo(chosen, avro)) {
            keyValues.add(KeyValue.of(TypeExport.KEY, avro.toString()));
        }
        return chosen;
    }

    private static Optional<String> text(byte[] value) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean leadsTo(Schema schema, org.apache.avro.Schema avro) {
        try {
            return TypeExport.map(schema, Optional.empty()).equals(avro);
        } catch (StoaException e) {
            return false;
        }
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public List<KeyValue> keyValues() {
        return List.copyOf(keyValues);
    }

    @Override
    public List<String> choices() {
        return List.copyOf(choices);
    }

    @Override
    public double done() {
        try {
            return (double) in.tell() / Math.max(1, in.length());
        } catch (IOException e) {
            return 1; // the stream is closed
        }
    }

    @Override
    public boolean next() throws IOException {
        batch = Optional.empty();
        firstRow += delivered;
        delivered = 0;
        try {
            List<Object[]> read = new ArrayList<>();
            reader.values.takeBytes();
            for (long bytes = 0; read.size() < BATCH_ROWS && bytes < BATCH_BYTES && rows.hasNext(); ) {
                read.add(rows.next());
                bytes += reader.values.takeBytes();
            }
            if (read.isEmpty()) {
                if (rows.previousSync() != in.length()) { // the library takes it for the end
                    throw new CorruptFileException("the file ends within a block, or a block has no rows, at byte "
                            + rows.previousSync() + " of " + in.length());
                }
                return false;
            }
            delivered = read.size();
            Batch made = JavaRows.batch(schema, read);
            batch = Optional.of(new Batch(schema, made.columns(), delivered, firstRow, new int[0], delivered));
            return true;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
            throw AvroErrors.explain(name, e);
        }
    }

    @Override
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: call next() first"));
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
