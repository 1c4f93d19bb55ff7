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
package dev.stoa.interop.parquet;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.interop.FileLayout;
import dev.stoa.interop.RowSource;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.page.PageReadStore;

/**
 * Reads a Parquet file as batches of column vectors.
 *
 * <pre>{@code
 * try (ParquetSource source = ParquetSource.open(conf, path, ParquetSourceOptions.DEFAULT)) {
 *     while (source.next()) {
 *         use(source.batch());
 *     }
 * }
 * }</pre>
 *
 * <p>A batch is within one row group. In memory are the compressed pages of one row group, one decompressed page per
 * column, and one batch. Page checksums are verified if a page has one; statistics are not used.
 *
 * <p>For one thread at a time.
 */
public final class ParquetSource implements RowSource {
    private static final long MIN_BYTES_PER_COLUMN = 256 << 10;

    private final ParquetInput input;
    private final SchemaImport imported;
    private final FileCalendar calendar;
    private final ParquetSourceOptions options;
    private final List<KeyValue> keyValues;
    private final List<String> choices;
    private final List<LeafReader> leaves = new ArrayList<>();
    private final List<NodeAssembler> assemblers = new ArrayList<>();
    private final long bytesPerColumn;

    private int nextRowGroup;
    private Optional<PageReadStore> pages = Optional.empty();
    private long leftInRowGroup;
    private int delivered;
    private long firstRow;
    private Optional<Batch> batch = Optional.empty();

    private ParquetSource(ParquetInput input, ParquetSourceOptions options) throws IOException {
        this.input = input;
        this.options = FileCalendar.stated(input.keys(), options);
        this.imported = new SchemaImport(input.schema(), this.options);
        this.calendar = FileCalendar.of(input.keys(), this.options);
        SourceMetadata metadata = SourceMetadata.of(input, imported, calendar, this.options);
        this.keyValues = metadata.keyValues();
        this.choices = metadata.choices();
        List<LeafConverter> converters = new ArrayList<>();
        for (ImportNode.Leaf leaf : imported.leaves()) {
            converters.add(new LeafConverter(leaf.type(), leaf.column().getPrimitiveType(), calendar));
            leaves.add(new LeafReader(leaf.column(), imported.elementDefinitions(leaf.ordinal())));
        }
        imported.nodes().forEach(node -> assemblers.add(NodeAssembler.of(node, converters)));
        bytesPerColumn = Math.max(MIN_BYTES_PER_COLUMN, options.batchBytes() / Math.max(1, leaves.size()));
    }

    /**
     * Opens a file and reads its footer.
     *
     * @throws dev.stoa.format.CorruptFileException if the bytes are not what a writer wrote
     * @throws dev.stoa.format.UnsupportedFileException if the file is encrypted or compressed in a way that is missing
     *     here, or says something that Stoa can't express, such as two columns of one name
     * @throws IOException if the store fails
     */
    public static ParquetSource open(Configuration conf, Path path, ParquetSourceOptions options) throws IOException {
        ParquetInput input = ParquetInput.open(conf, path);
        try {
            return new ParquetSource(input, options);
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
            input.close();
            throw ParquetErrors.explain(input.name(), e);
        }
    }

    @Override
    public Schema schema() {
        return imported.schema();
    }

    /**
     * The file's key-value metadata, to be kept with the data. Keys that name a legacy calendar are left out if values
     * are rebased. If the schema alone would not lead back to the same Parquet schema (such as INT96, or legacy lists), one
     * more entry is added, which {@link ParquetTarget} understands.
     */
    @Override
    public List<KeyValue> keyValues() {
        return keyValues;
    }

    @Override
    public List<String> choices() {
        List<String> all = new ArrayList<>(choices);
        all.addAll(calendar.choices());
        return all;
    }

    @Override
    public Optional<FileLayout> layout() {
        return Optional.of(input.layout());
    }

    /** The number of rows of the file. */
    public long rowCount() {
        return input.rowCount();
    }

    @Override
    public double done() {
        return (double) (firstRow + delivered) / Math.max(1, input.rowCount());
    }

    @Override
    public boolean next() throws IOException {
        batch = Optional.empty();
        try {
            if (delivered > 0) {
                leaves.forEach(leaf -> leaf.drop(delivered));
                firstRow += delivered;
                leftInRowGroup -= delivered;
                delivered = 0;
            }
            while (leftInRowGroup == 0) {
                endRowGroup();
                if (nextRowGroup == input.rowGroups()) {
                    return false;
                }
                startRowGroup();
            }
            batch = Optional.of(assemble());
            return true;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
            throw ParquetErrors.explain(input.name() + ", row group " + Math.max(0, nextRowGroup - 1), e);
        }
    }

    private void startRowGroup() throws IOException {
        int ordinal = nextRowGroup++;
        leftInRowGroup = input.rowCount(ordinal);
        if (leftInRowGroup == 0 || leaves.isEmpty()) {
            return;
        }
        PageReadStore store = input.read(ordinal);
        pages = Optional.of(store);
        Map<String, UnmarkedPages> unmarked = input.unmarkedPages(ordinal);
        for (LeafReader leaf : leaves) {
            at(leaf, () -> {
                leaf.start(
                        store.getPageReader(leaf.column()),
                        input.createdBy(),
                        unmarked.getOrDefault(leaf.name(), UnmarkedPages.NONE));
                return 0;
            });
        }
    }

    private void endRowGroup() throws IOException {
        for (LeafReader leaf : leaves) {
            at(leaf, () -> {
                leaf.end();
                return 0;
            });
        }
        pages.ifPresent(PageReadStore::close);
        pages = Optional.empty();
    }

    private Batch assemble() throws IOException {
        int rows = (int) Math.min(options.batchRows(), leftInRowGroup);
        for (LeafReader leaf : leaves) {
            int wanted = rows;
            rows = at(leaf, () -> leaf.fill(wanted, bytesPerColumn));
        }
        int[] entries = new int[leaves.size()];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = leaves.get(i).entriesOf(rows);
        }
        NodeAssembler.LeafEntries held = new NodeAssembler.LeafEntries(leaves, entries);
        List<ColumnVector> columns = new ArrayList<>(assemblers.size());
        for (NodeAssembler assembler : assemblers) {
            columns.add(assembler.assemble(0, rows, held));
        }
        delivered = rows;
        return new Batch(schema(), columns, rows, firstRow, new int[0], rows);
    }

    private interface Step {
        int run() throws IOException;
    }

    /** Runs a step of a column; what goes wrong names the column. */
    private static int at(LeafReader leaf, Step step) throws IOException {
        try {
            return step.run();
        } catch (StoaException e) {
            throw ParquetErrors.explain("column '" + leaf.name() + "'", e);
        } catch (RuntimeException e) {
            throw new CorruptFileException("column '" + leaf.name() + "': " + ParquetErrors.text(e), e);
        }
    }

    @Override
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: call next() first"));
    }

    @Override
    public void close() throws IOException {
        pages.ifPresent(PageReadStore::close);
        pages = Optional.empty();
        input.close();
    }
}
