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
package dev.stoa.interop.orc;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.interop.FileLayout;
import dev.stoa.interop.RebaseMode;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.internal.SchemaJson;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.EncryptionVariant;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.RecordReaderImpl;

/**
 * Reads an ORC file in batches. Every type of ORC is read; a union becomes a struct of its tag and one field for each of its
 * types. Values are those that the writer meant: local timestamps what its clock showed, and dates of the hybrid calendar keep
 * their year, month and day.
 *
 * <p>For one thread at a time.
 */
public final class OrcSource implements RowSource {
    private static final int BATCH_ROWS = 1024;

    // far more than any batch takes
    private static final Duration MOST_CPU = Duration.ofSeconds(20);

    private final String name;
    private final Reader reader;
    private final TypeDescription type;
    private final Schema schema;
    private final List<KeyValue> keyValues = new ArrayList<>();
    private final Set<String> choices = new LinkedHashSet<>();
    private final FileTime time;
    private final BoundedReader rows;
    private final VectorizedRowBatch orcBatch;
    private long firstRow;
    private int delivered;
    private Optional<Batch> batch = Optional.empty();

    private OrcSource(Reader reader, boolean namesZone, String name, OrcSourceOptions options, Duration mostCpu)
            throws IOException {
        this.name = name;
        this.reader = reader;
        refuseEncryption();
        type = reader.getSchema();
        schema = schema(options.textAsBinary());
        readMetadata(options.textAsBinary());
        time = times(namesZone, options);
        rows = new BoundedReader(reader.rows(), mostCpu);
        orcBatch = type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
    }

    /**
     * Opens a file and reads its footer.
     *
     * @throws dev.stoa.format.CorruptFileException if the bytes are not what a writer wrote
     * @throws UnsupportedFileException if the file is encrypted or of a future version, or says something that Stoa can't
     *     express, such as two columns of one name
     * @throws IOException if the store fails
     */
    public static OrcSource open(Configuration conf, Path path, OrcSourceOptions options) throws IOException {
        return open(conf, path, options, MOST_CPU);
    }

    /** @param mostCpu the time of the processor after which a batch counts as one without end */
    static OrcSource open(Configuration conf, Path path, OrcSourceOptions options, Duration mostCpu)
            throws IOException {
        String name = path.toString();
        try {
            OrcFile.ReaderOptions readerOptions = OrcFile.readerOptions(conf)
                    .filesystem(path.getFileSystem(conf))
                    .useUTCTimestamp(true);
            Reader reader = OrcFile.createReader(path, readerOptions);
            try {
                // the reader shall change no dates: it knows no years before Christ
                readerOptions.convertToProlepticGregorian(reader.writerUsedProlepticGregorian());
                boolean namesZone = namesZone(reader);
                if (!namesZone) {
                    reader.close();
                    reader = OrcFile.createReader(path, readerOptions.useUTCTimestamp(false));
                }
                return new OrcSource(reader, namesZone, name, options, mostCpu);
            } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
                reader.close();
                throw e;
            }
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
            throw OrcErrors.explain(name, e);
        }
    }

    private void refuseEncryption() throws UnsupportedFileException {
        List<String> columns = new ArrayList<>();
        for (EncryptionVariant variant : reader.getEncryptionVariants()) {
            columns.add(variant.getRoot().getFullFieldName());
        }
        if (!columns.isEmpty()) {
            throw new UnsupportedFileException("the columns " + columns
                    + " are encrypted, and Stoa has no keys: without them ORC returns masked values");
        }
    }

    /** The schema that the file was written with, if it is kept and says the same, else that of the ORC type. */
    private Schema schema(boolean textAsBinary) throws StoaException {
        Schema plain = TypeImport.map(type, textAsBinary);
        Optional<Schema> stored = text(SchemaJson.KEY).flatMap(SchemaJson::decode);
        if (textAsBinary
                || stored.isEmpty()
                || stored.get().fields().size() != plain.fields().size()) {
            return plain;
        }
        for (int i = 0; i < plain.fields().size(); i++) {
            Field then = stored.get().fields().get(i);
            Field now = plain.fields().get(i);
            if (!then.name().equals(now.name()) || !(then.type().equals(now.type()) || leadsTo(then, i))) {
                return plain;
            }
        }
        return stored.get();
    }

    private boolean leadsTo(Field field, int column) {
        try {
            return TypeExport.map(Schema.of(field), Optional.empty())
                    .getChildren()
                    .get(0)
                    .equals(type.getChildren().get(column), false);
        } catch (StoaException e) {
            return false;
        }
    }

    private Optional<String> text(String key) {
        if (!reader.hasMetadataValue(key)) {
            return Optional.empty();
        }
        ByteBuffer bytes = reader.getMetadataValue(key);
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private void readMetadata(boolean textAsBinary) {
        for (String key : reader.getMetadataKeys()) {
            Optional<String> value = text(key);
            if (value.isEmpty()) {
                choices.add("the metadata '" + key + "' is not text, and is left out");
            } else if (!key.equals(SchemaJson.KEY) && !key.equals(TypeExport.KEY)) {
                keyValues.add(new KeyValue(key, value));
            }
        }
        if (!textAsBinary && !leadsBack()) {
            keyValues.add(KeyValue.of(TypeExport.KEY, type.toString()));
        }
    }

    /** Whether the schema, mapped to ORC again, is the file's. */
    private boolean leadsBack() {
        try {
            return type.getCategory() != TypeDescription.Category.STRUCT
                    || TypeExport.map(schema, Optional.empty()).equals(type, false);
        } catch (StoaException e) {
            return false;
        }
    }

    private FileTime times(boolean namesZone, OrcSourceOptions options) {
        OrcProto.Footer footer = reader.getFileTail().getFooter();
        boolean stated = footer.hasCalendar() && footer.getCalendar() != OrcProto.CalendarKind.UNKNOWN_CALENDAR;
        RebaseMode calendar = options.unknownCalendar();
        if (stated) {
            boolean proleptic = footer.getCalendar() == OrcProto.CalendarKind.PROLEPTIC_GREGORIAN;
            calendar = proleptic ? RebaseMode.CORRECTED : RebaseMode.LEGACY;
        }
        return new FileTime(
                calendar,
                stated,
                namesZone ? Optional.empty() : Optional.of(TimeZone.getTimeZone(options.legacyZone())));
    }

    private static boolean has(TypeDescription type, TypeDescription.Category category) {
        return type.getCategory() == category
                || (type.getChildren() != null && type.getChildren().stream().anyMatch(child -> has(child, category)));
    }

    /** Whether the file names its writer's time zone, if that matters. */
    private static boolean namesZone(Reader reader) throws IOException {
        if (!has(reader.getSchema(), TypeDescription.Category.TIMESTAMP)) {
            return true;
        }
        int without = 0;
        try (RecordReader stripes = reader.rows()) {
            for (StripeInformation stripe : reader.getStripes()) {
                OrcProto.StripeFooter footer = ((RecordReaderImpl) stripes).readStripeFooter(stripe);
                without += footer.getWriterTimezone().isEmpty() ? 1 : 0;
            }
        }
        if (without > 0 && without < reader.getStripes().size()) {
            throw new UnsupportedFileException("some stripes name the writer's time zone, and " + without + " don't");
        }
        return without == 0;
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
        List<String> all = new ArrayList<>(choices);
        all.addAll(time.choices());
        return all;
    }

    @Override
    public Optional<FileLayout> layout() {
        return Optional.of(FooterLayout.of(reader));
    }

    @Override
    public double done() {
        return (double) (firstRow + delivered) / Math.max(1, reader.getNumberOfRows());
    }

    @Override
    public boolean next() throws IOException {
        batch = Optional.empty();
        firstRow += delivered;
        delivered = 0;
        try {
            if (!rows.nextBatch(orcBatch)) {
                return false;
            }
            delivered = orcBatch.size;
            VectorImport vectors = new VectorImport(time, choices::add);
            List<ColumnVector> columns = new ArrayList<>();
            for (int i = 0; i < schema.fields().size(); i++) {
                Field field = schema.fields().get(i);
                columns.add(vectors.column(field.name(), field.type(), orcBatch.cols[i], delivered));
            }
            batch = Optional.of(new Batch(schema, columns, delivered, firstRow, new int[0], delivered));
            return true;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
            throw OrcErrors.explain(name, e);
        }
    }

    @Override
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: call next() first"));
    }

    @Override
    public void close() throws IOException {
        rows.close();
        reader.close();
    }
}
