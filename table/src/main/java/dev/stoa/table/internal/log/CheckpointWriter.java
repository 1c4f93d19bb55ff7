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
package dev.stoa.table.internal.log;

import dev.stoa.format.Batch;
import dev.stoa.format.Type;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Fragment;
import dev.stoa.vio.FileSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes checkpoints: rows of the log that still count are copied as they are, with their bounds. */
final class CheckpointWriter {
    private CheckpointWriter() {}

    static void write(TableState state, FileSink sink) throws IOException {
        Map<Integer, Type> bounded = LogBounds.fields(state.schema(), state.properties());
        Map<LogFile, BitSet> rows = liveRows(state);
        List<LogFile> files = new ArrayList<>(rows.keySet());
        files.sort(Comparator.comparingLong(LogFile::version)); // a checkpoint, then entries of later versions
        try (LogWriter writer = new LogWriter(
                sink,
                LogKind.CHECKPOINT,
                state.table(),
                state.info(),
                EnumSet.complementOf(EnumSet.of(LogColumn.BOUNDS)),
                bounded)) {
            writer.commit(state.info(), state.position());
            writer.schema(state.schema());
            writer.properties(state.properties().toTexts());
            writer.features(state.features());
            for (LogFile file : files) {
                copy(file, rows.get(file), writer);
            }
            writer.finish();
        }
    }

    static void copy(LogFile file, BitSet rows, LogWriter writer) throws IOException {
        try (StoaFile open = file.open();
                Scan scan = open.scan().build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int first = (int) batch.firstRow();
                int[] selection =
                        rows.get(first, first + batch.rowCount()).stream().toArray();
                if (selection.length > 0) {
                    writer.copy(new Batch(
                            batch.schema(), batch.columns(), batch.rowCount(), first, selection, selection.length));
                }
            }
        }
    }

    /** The rows of the log that say what is there still, by file. */
    private static Map<LogFile, BitSet> liveRows(TableState state) {
        Map<LogFile, BitSet> rows = new LinkedHashMap<>();
        for (Fragment fragment : state.fragments().values()) {
            add(rows, fragment.row());
            fragment.files().forEach(file -> add(rows, file.row()));
            fragment.sidecars().forEach(sidecar -> add(rows, sidecar.row()));
        }
        return rows;
    }

    private static void add(Map<LogFile, BitSet> rows, LogRow row) {
        rows.computeIfAbsent(row.file(), file -> new BitSet()).set((int) row.row());
    }
}
