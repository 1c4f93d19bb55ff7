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
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.OrcUtils;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.RowBatchVersion;
import org.apache.orc.Writer;
import org.apache.orc.impl.RecordReaderImpl;

/** ORC through its Java library's vectorised reader, with decimals as 64-bit integers and batches of 4096 rows. */
final class OrcJava implements Contender {
    private static final int BATCH_ROWS = 4096;
    private static final Configuration CONF = CountingFileSystem.configuration();

    @Override
    public String name() {
        return "orc";
    }

    @Override
    public String version() {
        return OrcUtils.getOrcVersion();
    }

    @Override
    public List<String> sizeVariants() {
        return List.of("none", "snappy", "zstd");
    }

    @Override
    public List<String> readVariants() {
        return List.of("none", "snappy");
    }

    @Override
    public List<String> writeVariants() {
        return List.of("snappy", "zstd");
    }

    @Override
    public void write(Table table, String variant, Path file) throws IOException {
        TypeDescription schema = orcSchema(table.schema());
        String codec = variant.replaceFirst("_.*", "");
        OrcFile.WriterOptions options = OrcFile.writerOptions(CONF)
                .setSchema(schema)
                .compress(CompressionKind.valueOf(codec.toUpperCase(Locale.ROOT)));
        if (variant.endsWith(LookupQuery.BLOOM)) {
            options.bloomFilterColumns(LookupQuery.KEY);
        }
        try (Writer writer = OrcFile.createWriter(CountingFileSystem.path(file), options)) {
            VectorizedRowBatch rows = schema.createRowBatch(RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
            for (Iterator<Batch> batches = table.batches(); batches.hasNext(); ) {
                Batch batch = batches.next();
                for (int first = 0; first < batch.rowCount(); first += BATCH_ROWS) {
                    rows.reset();
                    rows.size = Math.min(BATCH_ROWS, batch.rowCount() - first);
                    for (int c = 0; c < rows.cols.length; c++) {
                        fill(rows.cols[c], batch.column(c), first, rows.size);
                    }
                    writer.addRowBatch(rows);
                }
            }
        }
    }

    private static TypeDescription orcSchema(Schema schema) {
        TypeDescription struct = TypeDescription.createStruct();
        for (Field field : schema.fields()) {
            struct.addField(
                    field.name(),
                    switch (field.type().kind()) {
                        case INT32 -> TypeDescription.createInt();
                        case INT64 -> TypeDescription.createLong();
                        case DATE -> TypeDescription.createDate();
                        case DECIMAL ->
                            TypeDescription.createDecimal()
                                    .withPrecision(field.type().precision())
                                    .withScale(field.type().scale());
                        case STRING -> TypeDescription.createString();
                        default -> throw new IllegalArgumentException("no benchmark has a column of " + field.type());
                    });
        }
        return struct;
    }

    private static void fill(ColumnVector target, dev.stoa.format.ColumnVector source, int first, int count) {
        if (source instanceof LongVector longs) {
            System.arraycopy(longs.values(), first, ((LongColumnVector) target).vector, 0, count);
        } else if (source instanceof IntVector ints) {
            long[] out = ((LongColumnVector) target).vector;
            for (int i = 0; i < count; i++) {
                out[i] = ints.values()[first + i];
            }
        } else if (source instanceof BytesVector bytes) {
            for (int i = 0; i < count; i++) {
                ((BytesColumnVector) target).setRef(i, bytes.data(), bytes.start(first + i), bytes.length(first + i));
            }
        } else {
            throw new IllegalArgumentException("no benchmark has a column of " + source.type());
        }
    }

    private static Reader open(Path file) throws IOException {
        org.apache.hadoop.fs.Path path = CountingFileSystem.path(file);
        return OrcFile.createReader(path, OrcFile.readerOptions(CONF).filesystem(path.getFileSystem(CONF)));
    }

    @Override
    public Map<String, Long> columnBytes(Path file) throws IOException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        try (Reader reader = open(file);
                RecordReader rows = reader.rows()) {
            List<String> names = reader.getSchema().getFieldNames();
            for (StripeInformation stripe : reader.getStripes()) {
                for (OrcProto.Stream stream :
                        ((RecordReaderImpl) rows).readStripeFooter(stripe).getStreamsList()) {
                    if (stream.getColumn() > 0) {
                        bytes.merge(names.get(stream.getColumn() - 1), stream.getLength(), Long::sum);
                    }
                }
            }
        }
        return bytes;
    }

    @Override
    public ReadResult read(Path file, List<String> columns) throws IOException {
        IoCounts before = CountingFileSystem.counts();
        long values = 0;
        long checksum = 0;
        try (Reader reader = open(file)) {
            TypeDescription projection = projection(reader.getSchema(), columns.toArray(String[]::new));
            VectorizedRowBatch batch = projection.createRowBatch(RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
            try (RecordReader rows = reader.rows(reader.options().schema(projection))) {
                while (rows.nextBatch(batch)) {
                    for (ColumnVector column : batch.cols) {
                        checksum += touch(column, batch.size);
                        values += batch.size;
                    }
                }
            }
        }
        return new ReadResult(
                values, checksum + Touch.rest(), CountingFileSystem.counts().minus(before));
    }

    /** The schema of some columns. */
    static TypeDescription projection(TypeDescription all, String... columns) {
        List<String> names = all.getFieldNames();
        TypeDescription projection = TypeDescription.createStruct();
        for (String name : columns) {
            projection.addField(name, all.getChildren().get(names.indexOf(name)).clone());
        }
        return projection;
    }

    @Override
    public ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        return OrcFig1.answer(file, query);
    }

    @Override
    public ReadResult lookup(Path file, String variant, long[] keys) throws IOException {
        return OrcLookup.lookup(StoredFile.local(file), keys);
    }

    private static long touch(ColumnVector column, int count) {
        if (column instanceof LongColumnVector longs) {
            return longs.isRepeating ? count * Touch.number(longs.vector[0]) : Touch.numbers(longs.vector, count);
        }
        BytesColumnVector texts = (BytesColumnVector) column;
        if (Touch.DELIVERY == Delivery.ARRAYS && !texts.isRepeating) {
            return references(texts, count);
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            int row = texts.isRepeating ? 0 : i;
            sum += Touch.text(texts.vector[row], texts.start[row], texts.length[row]);
        }
        return sum;
    }

    /** Adds up the references of a batch of texts, and their bytes too if they are one after the other. */
    @SuppressWarnings("ReferenceEquality") // the very array
    private static long references(BytesColumnVector texts, int count) {
        long sum = Touch.numbers(texts.start, count) + Touch.numbers(texts.length, count);
        int last = count - 1;
        boolean one = texts.vector[0] == texts.vector[last] && texts.start[last] >= texts.start[0];
        int bytes = one ? texts.start[last] + texts.length[last] - texts.start[0] : -1;
        return bytes == sumOf(texts.length, count)
                ? sum + Touch.bytes(texts.vector[0], texts.start[0], texts.start[0] + bytes)
                : sum;
    }

    private static int sumOf(int[] lengths, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += lengths[i];
        }
        return sum;
    }
}
