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
package dev.stoa.arrow;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Copies Arrow batches into batches of Stoa, for a writer or a table.
 *
 * <pre>{@code
 * ArrowBatches batches = ArrowBatches.of(reader);
 * try (StoaWriter writer = StoaWriter.create(sink, batches.schema(), WriterOptions.DEFAULT)) {
 *     batches.writeTo(writer::write);
 *     writer.finish();
 * }
 * }</pre>
 *
 * <p>Lengths, offsets and indices of Arrow vectors are checked before they are used. The values are copied, so the Arrow vectors
 * may be released at once. For one thread.
 */
public final class ArrowBatches {
    private static final int MAX_ROWS = 1 << 15;
    private static final long MAX_BYTES = 64 << 20;

    /** Takes batches: a writer or a table, such as {@code StoaWriter::write} or {@code RowInsert::write}. */
    @FunctionalInterface
    public interface Target {
        /** Takes the rows of a batch, and keeps nothing of it. */
        void write(Batch batch) throws IOException;
    }

    private final Optional<ArrowReader> reader;
    private final VectorSchemaRoot root;
    private final DictionaryImport dictionaries;
    private final VectorImport vectors;
    private final Schema schema;
    private Optional<Batch> batch = Optional.empty();
    private boolean isLoaded;
    private int row;

    private ArrowBatches(Optional<ArrowReader> reader, VectorSchemaRoot root, DictionaryProvider provider)
            throws UnsupportedFileException {
        this.reader = reader;
        this.root = root;
        this.schema = ArrowSchemas.toStoa(root.getSchema(), provider);
        this.dictionaries = new DictionaryImport(provider);
        this.vectors = new VectorImport(dictionaries);
        this.isLoaded = reader.isEmpty();
    }

    /**
     * Takes all batches of a reader, which the caller closes afterwards.
     *
     * @throws UnsupportedFileException if Stoa has no type for a column; the message names the column's path
     * @throws CorruptFileException if the reader can't read its schema
     * @throws IOException if its source fails
     */
    public static ArrowBatches of(ArrowReader reader) throws IOException {
        VectorSchemaRoot root;
        try {
            root = reader.getVectorSchemaRoot();
        } catch (ArithmeticException e) { // the library divides by the width of the values
            throw new UnsupportedFileException(
                    "the values of an Arrow column have a fixed length of 0 bytes, which Stoa"
                            + " can't take: make it a column of nulls, or cast it to binary");
        } catch (RuntimeException e) {
            throw unreadable(e);
        }
        return new ArrowBatches(Optional.of(reader), root, reader);
    }

    /**
     * Takes the rows that a root has now, once.
     *
     * @param provider the dictionaries of its vectors
     * @throws UnsupportedFileException if Stoa has no type for a column; the message names the column's path
     */
    public static ArrowBatches of(VectorSchemaRoot root, DictionaryProvider provider) throws UnsupportedFileException {
        return new ArrowBatches(Optional.empty(), root, provider);
    }

    /** The columns. */
    public Schema schema() {
        return schema;
    }

    /** The metadata of the Arrow schema, such as the one that pandas writes. */
    public Map<String, String> metadata() {
        Map<String, String> metadata = root.getSchema().getCustomMetadata();
        return metadata == null ? Map.of() : Map.copyOf(metadata);
    }

    /**
     * Goes to the next batch.
     *
     * @return false at the end
     * @throws CorruptFileException if a vector's lengths, offsets or indices contradict each other
     * @throws StoaException if Stoa can't express a value; the message names the column
     * @throws IOException if the reader's source fails
     */
    public boolean next() throws IOException {
        batch = Optional.empty();
        while (!isLoaded || row >= root.getRowCount()) {
            if (!load()) {
                return false;
            }
        }
        int count = rows();
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < schema.fields().size(); i++) {
            Field field = schema.fields().get(i);
            columns.add(vectors.read(root.getVector(i), field.type(), field.name(), row, count, ColumnVector.NO_NULLS));
        }
        batch = Optional.of(new Batch(schema, columns, count));
        row += count;
        return true;
    }

    private boolean load() throws IOException {
        if (reader.isEmpty()) {
            return false;
        }
        try {
            isLoaded = reader.get().loadNextBatch();
        } catch (RuntimeException e) {
            throw unreadable(e);
        }
        row = 0;
        dictionaries.clear();
        return isLoaded;
    }

    private static CorruptFileException unreadable(RuntimeException e) {
        return new CorruptFileException("can't be read as Arrow: " + e, e);
    }

    /** How many rows to take at once: at least one, and more if they fit in MAX_BYTES. */
    private int rows() {
        int rows = Math.min(MAX_ROWS, root.getRowCount() - row);
        while (rows > 1 && bytes(rows) > MAX_BYTES) {
            rows /= 2;
        }
        return rows;
    }

    private long bytes(int rows) {
        long bytes = 0;
        for (FieldVector vector : root.getFieldVectors()) {
            bytes += VectorBytes.of(vector, row, rows);
        }
        return bytes;
    }

    /**
     * The batch, valid until {@link #next}.
     *
     * @throws IllegalStateException if {@link #next} has not returned true
     */
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: next() must have returned true"));
    }

    /**
     * Writes all batches that are left.
     *
     * @return the number of rows
     * @throws IOException if {@link #next} or the target fails
     */
    public long writeTo(Target target) throws IOException {
        long rows = 0;
        while (next()) {
            target.write(batch());
            rows += batch().rowCount();
        }
        return rows;
    }
}
