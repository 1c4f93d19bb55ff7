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
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.interop.Codec;
import dev.stoa.interop.RowTarget;
import dev.stoa.interop.SinkStream;
import dev.stoa.interop.internal.SchemaJson;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.impl.PhysicalFsWriter;
import org.apache.orc.impl.writer.WriterEncryptionVariant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes batches to a new ORC file, which becomes visible by {@link #finish}. Columns that came from ORC get their types
 * there, others the smallest that hold all values. The file also keeps the schema if it says more. The calendar is the
 * proleptic Gregorian one, the zone UTC, and the file says so.
 *
 * <p>For one thread at a time.
 */
public final class OrcTarget implements RowTarget {
    private static final Logger LOG = LoggerFactory.getLogger(OrcTarget.class);
    private static final int BATCH_ROWS = 1024;

    private final FileSink sink;
    private final Schema schema;
    private final Writer writer;
    private final VectorizedRowBatch orcBatch;
    private boolean finished;
    private boolean closed;

    private OrcTarget(FileSink sink, Schema schema, List<KeyValue> keyValues, Codec codec, Configuration conf)
            throws IOException {
        this.sink = sink;
        this.schema = schema;
        Optional<String> stored = keyValues.stream()
                .filter(pair -> pair.key().equals(TypeExport.KEY))
                .findFirst()
                .flatMap(KeyValue::value);
        TypeDescription type = TypeExport.map(schema, stored);
        OrcFile.WriterOptions options = OrcFile.writerOptions(conf)
                .setSchema(type)
                .compress(kind(codec))
                .useUTCTimestamp(true)
                .setProlepticGregorian(true);
        options.physicalWriter(new PhysicalFsWriter(
                new FSDataOutputStream(new SinkStream(sink), null), options, new WriterEncryptionVariant[0]));
        // nothing is written at the path: it is a name for those who share out the writers' memory
        writer = OrcFile.createWriter(new Path("file:/stoa/" + UUID.randomUUID()), options);
        orcBatch = type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
        addMetadata(keyValues, type);
    }

    private void addMetadata(List<KeyValue> keyValues, TypeDescription type) throws StoaException {
        Set<String> keys = new HashSet<>();
        for (KeyValue pair : keyValues) {
            if (!keys.add(pair.key())) {
                throw new StoaException(
                        "the metadata has two entries of the key '" + pair.key() + "', of which ORC can keep only one");
            }
            if (!pair.key().equals(TypeExport.KEY)) {
                add(pair.key(), pair.value().orElse(""));
            }
        }
        if (!TypeImport.map(type, false).equals(schema)) {
            add(SchemaJson.KEY, SchemaJson.encode(schema));
        }
    }

    private void add(String key, String value) {
        writer.addUserMetadata(key, StandardCharsets.UTF_8.encode(value));
    }

    private static CompressionKind kind(Codec codec) {
        return switch (codec) {
            case NONE -> CompressionKind.NONE;
            case SNAPPY -> CompressionKind.SNAPPY;
            case ZSTD -> CompressionKind.ZSTD;
        };
    }

    /**
     * A writer of a new file. It owns the sink from now on, also when this call fails.
     *
     * @param keyValues the metadata to keep, as {@link OrcSource#keyValues} or a Stoa file gives it
     * @throws StoaException if ORC can't express a column; it names the column
     * @throws IOException if the sink fails
     */
    public static OrcTarget create(
            FileSink sink, Schema schema, List<KeyValue> keyValues, Codec codec, Configuration conf)
            throws IOException {
        try {
            return new OrcTarget(sink, schema, keyValues, codec, conf);
        } catch (IOException | RuntimeException e) {
            sink.close();
            throw OrcErrors.explainWrite(sink.id(), e);
        }
    }

    @Override
    public void write(Batch batch) throws IOException {
        if (!batch.schema().equals(schema)) {
            throw new IllegalArgumentException("the batch has the schema " + batch.schema() + ", not " + schema);
        }
        int[] rows = new int[BATCH_ROWS];
        try {
            for (int done = 0; done < batch.selectedCount(); done += orcBatch.size) {
                orcBatch.size = Math.min(BATCH_ROWS, batch.selectedCount() - done);
                for (int i = 0; i < orcBatch.size; i++) {
                    rows[i] = batch.selected(done + i);
                }
                for (int c = 0; c < orcBatch.cols.length; c++) {
                    VectorExport.fill(
                            schema.fields().get(c).name(), batch.column(c), rows, orcBatch.size, orcBatch.cols[c]);
                }
                writer.addRowBatch(orcBatch);
            }
        } catch (IOException | RuntimeException e) {
            throw OrcErrors.explainWrite(sink.id(), e);
        }
    }

    @Override
    public void finish() throws IOException {
        try {
            closed = true;
            writer.close();
            sink.commit();
            finished = true;
        } catch (IOException | RuntimeException e) {
            throw OrcErrors.explainWrite(sink.id(), e);
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try {
                writer.close();
            } catch (IOException | RuntimeException e) {
                LOG.debug("{}: what was begun can't be ended, and is thrown away", sink.id(), e);
            }
        }
        if (!finished) {
            sink.close();
        }
    }
}
