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
package dev.stoa.table.internal.check;

import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.DataFile;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.schema.FileColumns;
import dev.stoa.table.internal.schema.Widening;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Compares what the log says of sound data files with what they say themselves: rows, columns, and the bounds and counts of
 * values, which scans use to leave files out. For one thread.
 */
public final class EntryCheck {
    /** About how many bounds are in memory at once. */
    private static final int BOUNDS_AT_ONCE = 1 << 20;

    private final Folder folder;
    private final boolean readsData;

    /**
     * A check.
     *
     * @param readsData whether values may be read where the file's own bounds are not exact
     */
    public EntryCheck(Folder folder, boolean readsData) {
        this.folder = folder;
        this.readsData = readsData;
    }

    /** Tells what is wrong with files, one thing of each. */
    public void check(List<FileUse> files, BiConsumer<FileUse, String> faults) throws IOException {
        Set<FileUse> wrong = new HashSet<>();
        int most = 0;
        for (FileUse use : files) {
            most = Math.max(most, use.schema().leaves().size());
            Optional<String> problem = columns(use);
            if (problem.isPresent()) {
                wrong.add(use);
                faults.accept(use, problem.get());
            }
        }
        int step = Math.max(1, BOUNDS_AT_ONCE / Math.max(1, files.size()));
        for (int from = 0; from < most; from += step) {
            Set<LogFile> read = new HashSet<>();
            for (FileUse use : files) {
                read.add(use.data().orElseThrow().row().file());
                Optional<String> problem = wrong.contains(use) ? Optional.empty() : bounds(use, from, from + step);
                if (problem.isPresent()) {
                    wrong.add(use);
                    faults.accept(use, problem.get());
                }
            }
            read.forEach(LogFile::forget);
        }
    }

    private StoaFile open(FileUse use) throws IOException {
        return StoaFile.open(
                folder.open(use.path(), OptionalLong.of(use.identity().length())));
    }

    private Optional<String> columns(FileUse use) throws IOException {
        try (StoaFile file = open(use)) {
            if (file.rowCount() != use.fragment().rows()) {
                return Optional.of("it has " + file.rowCount() + " rows, by the log "
                        + use.fragment().rows());
            }
            Optional<List<Integer>> read = use.data().orElseThrow().fields();
            new FileColumns(use.schema(), file.schema()).checkRead(file.name(), read);
            return Optional.empty();
        } catch (TableException e) {
            return Optional.of(e.getMessage());
        }
    }

    private Optional<String> bounds(FileUse use, int first, int end) throws IOException {
        DataFile data = use.data().orElseThrow();
        List<Map.Entry<Integer, Type>> all =
                new ArrayList<>(use.schema().leaves().entrySet());
        Map<Integer, ColumnBounds> told = new LinkedHashMap<>();
        for (Map.Entry<Integer, Type> leaf : all.subList(Math.min(first, all.size()), Math.min(end, all.size()))) {
            try {
                FragmentBounds.ofRow(data.row(), leaf.getKey(), leaf.getValue())
                        .ifPresent(bounds -> told.put(leaf.getKey(), bounds));
            } catch (StoaException e) {
                return Optional.of("the log's bounds of the field " + leaf.getKey() + ": " + e.getMessage());
            }
        }
        if (told.isEmpty()) {
            return Optional.empty();
        }
        try (StoaFile file = open(use)) {
            Map<Integer, ColumnPath> leaves = new FileColumns(use.schema(), file.schema()).leaves();
            List<Integer> ids =
                    told.keySet().stream().filter(leaves::containsKey).toList();
            List<Optional<ColumnBounds>> right =
                    file.table().bounds(ids.stream().map(leaves::get).toList());
            for (int i = 0; i < ids.size(); i++) {
                int id = ids.get(i);
                Type type = use.schema().leaves().get(id);
                Optional<ColumnBounds> inFile = right.get(i).flatMap(bounds -> Widening.widened(bounds, type));
                Optional<String> problem = compare(file, leaves.get(id), told.get(id), inFile);
                if (problem.isPresent()) {
                    return problem.map(what -> "column '" + leaves.get(id) + "': " + what);
                }
            }
            return Optional.empty();
        }
    }

    private Optional<String> compare(StoaFile file, ColumnPath path, ColumnBounds told, Optional<ColumnBounds> inFile)
            throws IOException {
        Optional<String> problem = inFile.flatMap(known -> BoundsCheck.difference(told, known));
        boolean isSure = inFile.filter(known -> problem.isEmpty()
                        || known.minExact() && known.maxExact()
                        || !BoundsCheck.hasSameCounts(told, known))
                .isPresent();
        if (isSure) {
            return problem;
        }
        // the file has no bounds, or they may be farther off than the log's
        return readsData ? BoundsCheck.difference(told, values(file, path, told.type())) : Optional.empty();
    }

    private static ColumnBounds values(StoaFile file, ColumnPath path, Type type) throws IOException {
        Aggregates all = file.scan().select(List.of(path)).aggregate();
        Aggregates.Column column = all.columns().get(0);
        return ColumnBounds.of(
                type,
                all.rows(),
                new Aggregates.Column(
                        path,
                        column.nullCount(),
                        column.nanCount(),
                        column.min().map(v -> Widening.widen(v, type)),
                        column.max().map(v -> Widening.widen(v, type))));
    }
}
