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
package dev.stoa.hive.internal.write;

import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.hive.internal.rows.StoaRow;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.LongObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;

/**
 * Writes which rows of a table with a log are deleted: for each fragment a sidecar, which counts once its statement is committed.
 * Rows may come in any order; some million are kept in memory, so that most fragments get one.
 */
public final class DeleteWriter implements FileSinkOperator.RecordWriter {
    private static final int MOST_ROWS = 2 << 20;

    private final JobConf job;
    private final Statement statement;
    private final TaskFiles.Part part;
    private final Snapshot snapshot;
    private final Map<String, Fragment> fragments = new HashMap<>();
    private final Map<Fragment, Rows> rows = new LinkedHashMap<>();
    private final Text lastPath = new Text();
    private Rows last = new Rows();
    private int gathered;

    public DeleteWriter(JobConf job, Statement statement) throws IOException {
        this.job = job;
        this.statement = statement;
        this.snapshot = Snapshots.get(job, statement.base());
        this.part = TaskFiles.begin(job, statement);
        for (Fragment fragment : snapshot.fragments()) {
            Path file =
                    new Path(statement.base().table(), fragment.files().get(0).path());
            fragments.put(file.toUri().getPath(), fragment);
        }
    }

    /** Row numbers, growing. */
    private static final class Rows {
        private long[] numbers = new long[64];
        private int count;

        void add(long number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = number;
        }

        RowRanges ranges() {
            return RowRanges.of(
                    Arrays.stream(numbers, 0, count).sorted().distinct().toArray());
        }
    }

    @Override
    public void write(Writable value) throws IOException {
        part.checkOwner();
        StoaRow row = (StoaRow) value;
        StructObjectInspector inspector = row.inspector();
        List<? extends StructField> fields = inspector.getAllStructFieldRefs();
        StructField path = fields.get(0);
        StructField number = fields.get(1);
        Text of = ((StringObjectInspector) path.getFieldObjectInspector())
                .getPrimitiveWritableObject(inspector.getStructFieldData(row.row(), path));
        if (of == null) {
            throw new IOException(statement.base().table()
                    + ": Hive changes a row that is not in the table. In a merge Hive reads 'when matched and a or b' as"
                    + " '(matched and a) or b': put the condition in parentheses");
        }
        if (gathered == 0 || !of.equals(lastPath)) {
            lastPath.set(of);
            last = rows.computeIfAbsent(fragment(of.toString()), fragment -> new Rows());
        }
        last.add(((LongObjectInspector) number.getFieldObjectInspector())
                .get(inspector.getStructFieldData(row.row(), number)));
        gathered++;
        if (gathered == MOST_ROWS) {
            flush();
        }
    }

    private Fragment fragment(String path) throws IOException {
        Fragment fragment = fragments.get(new Path(path).toUri().getPath());
        if (fragment == null) {
            throw new IOException(
                    snapshot + ": can't delete a row of " + path + ", because this version has no such file");
        }
        return fragment;
    }

    private void flush() throws IOException {
        for (Map.Entry<Fragment, Rows> of : rows.entrySet()) {
            Folder folder = Snapshots.folder(job, statement.base().table());
            String path = write(folder, snapshot, of.getKey(), of.getValue().ranges());
            part.add(WrittenFile.ofDeletes(path, of.getKey().id()));
        }
        rows.clear();
        gathered = 0;
    }

    /** Writes a sidecar that deletes rows of a fragment. */
    public static String write(Folder folder, Snapshot snapshot, Fragment fragment, RowRanges deleted)
            throws IOException {
        String path = Table.sidecarFile(UUID.randomUUID());
        SidecarTarget target = new SidecarTarget(fragment.id().toString(), fragment.rows(), snapshot.version());
        try (SidecarWriter writer = SidecarWriter.create(
                folder.create(path, SinkOptions.SMALL), target, List.of(), WriterOptions.DEFAULT)) {
            writer.delete(deleted);
            writer.finish();
        }
        return path;
    }

    @Override
    public void close(boolean abort) throws IOException {
        if (!abort) {
            part.checkOwner();
            flush();
            part.finish();
        }
    }
}
