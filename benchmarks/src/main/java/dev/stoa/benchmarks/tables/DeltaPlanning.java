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
package dev.stoa.benchmarks.tables;

import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Scan;
import io.delta.kernel.ScanBuilder;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A table of Delta Lake, written and read by Delta Kernel. */
final class DeltaPlanning implements PlannedTable {
    private static final String ENGINE = "stoa benchmark";
    private static final int PERIOD = 10;
    private static final Column DAY = new Column("day");
    private static final StructType SCHEMA = new StructType()
            .add("day", DateType.DATE)
            .add("id", LongType.LONG)
            .add("price", LongType.LONG)
            .add("city", StringType.STRING);

    private final String path;
    private final boolean isDivided;
    private final Engine engine = DefaultEngine.create(MeteredFileSystem.configuration());

    DeltaPlanning(Path folder, boolean isDivided) {
        this.path = MeteredFileSystem.location(folder);
        this.isDivided = isDivided;
        TableManager.buildCreateTableTransaction(path, SCHEMA, ENGINE)
                .withDataLayoutSpec(
                        isDivided ? DataLayoutSpec.partitioned(List.of(DAY)) : DataLayoutSpec.clustered(List.of(DAY)))
                .build(engine)
                .commit(engine, CloseableIterable.emptyIterable());
    }

    private Snapshot snapshot() {
        return TableManager.loadSnapshot(path).build(engine);
    }

    @Override
    public void add(List<PlannedFile> files) throws IOException {
        Transaction insert =
                snapshot().buildUpdateTableTransaction(ENGINE, Operation.WRITE).build(engine);
        Row state = insert.getTransactionState(engine);
        List<Row> actions = new ArrayList<>();
        for (PlannedFile file : files) {
            Map<String, Literal> part = isDivided ? Map.of("day", Literal.ofDate(file.day())) : Map.of();
            DataWriteContext context = Transaction.getWriteContext(engine, state, part);
            try (CloseableIterator<Row> rows = Transaction.generateAppendActions(
                    engine, state, Utils.singletonCloseableIterator(status(file)), context)) {
                rows.forEachRemaining(actions::add);
            }
        }
        TransactionCommitResult result = insert.commit(
                engine, CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator())));
        for (PostCommitHook hook : result.getPostCommitHooks()) {
            hook.threadSafeInvoke(engine);
        }
    }

    private DataFileStatus status(PlannedFile file) {
        Map<Column, Literal> least = new HashMap<>();
        Map<Column, Literal> greatest = new HashMap<>();
        Map<Column, Long> nulls = new HashMap<>();
        for (int i = 0; i < 2; i++) {
            Map<Column, Literal> bounds = i == 0 ? least : greatest;
            if (!isDivided) {
                bounds.put(DAY, Literal.ofDate(file.day()));
            }
            bounds.put(new Column("id"), Literal.ofLong(file.ids()[i]));
            bounds.put(new Column("price"), Literal.ofLong(file.prices()[i]));
            bounds.put(new Column("city"), Literal.ofString(file.cities()[i]));
        }
        least.keySet().forEach(column -> nulls.put(column, 0L));
        return new DataFileStatus(
                path + "/" + file.name(),
                PlannedFile.BYTES,
                0,
                Optional.of(new DataFileStatistics(PlannedFile.ROWS, least, greatest, nulls, Optional.empty())));
    }

    @Override
    public void settle() throws IOException {
        snapshot().writeCheckpoint(engine);
    }

    @Override
    public int unsettled() {
        return 0;
    }

    @Override
    public int period() {
        return PERIOD;
    }

    @Override
    public Opened open() {
        Snapshot snapshot = snapshot();
        return day -> plan(snapshot, day);
    }

    private long plan(Snapshot snapshot, OptionalInt day) throws IOException {
        ScanBuilder builder = snapshot.getScanBuilder();
        if (day.isPresent()) {
            builder = builder.withFilter(new Predicate("=", DAY, Literal.ofDate(day.getAsInt())));
        }
        Scan scan = builder.build();
        long files = 0;
        try (CloseableIterator<FilteredColumnarBatch> lists = scan.getScanFiles(engine)) {
            while (lists.hasNext()) {
                FilteredColumnarBatch list = lists.next();
                Optional<ColumnVector> selected = list.getSelectionVector();
                for (int row = 0; row < list.getData().getSize(); row++) {
                    boolean isOut = selected.isPresent()
                            && (selected.get().isNullAt(row) || !selected.get().getBoolean(row));
                    files += isOut ? 0 : 1;
                }
            }
        }
        return files;
    }
}
