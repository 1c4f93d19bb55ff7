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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LostBounds;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.PartFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks checkpoints with all their parts and bounds, each file once. Readers pass over a damaged part as long as the log has
 * another way to their version, so something must look for it. For one thread.
 */
public final class CheckpointFiles {
    private final Log log;
    private final LogFaults faults;
    private final Set<String> checked = new HashSet<>();

    public CheckpointFiles(Log log) {
        this.log = log;
        this.faults = new LogFaults(log, List.of());
    }

    /**
     * Checks a checkpoint. One request reads each part of at most 4 MiB, and several are read at once.
     *
     * @throws dev.stoa.format.UnsupportedFileException if a newer release wrote it
     * @throws IOException if the store fails
     */
    public void check(long version) throws IOException {
        String name = Log.checkpointName(version);
        if (!checked.add(name)) {
            return;
        }
        try {
            Optional<List<PartFile>> parts = log.parts(version);
            List<Verifier.Problem> problems = log.problems(name);
            if (parts.isEmpty()) {
                faults.add(TableFault.Kind.MISSING_CHECKPOINT, name, "it is missing");
            } else if (!problems.isEmpty()) {
                faults.add(
                        TableFault.Kind.DAMAGED_CHECKPOINT,
                        name,
                        problems.get(0).toString(),
                        LostBounds.ofCheckpoint(log, version, name));
            }
            List<PartFile> unchecked = parts.orElse(List.of()).stream()
                    .filter(part -> checked.add(part.path()))
                    .toList();
            try (WholeFiles files = new WholeFiles(log.folder(), wanted(unchecked))) {
                for (PartFile part : unchecked) {
                    if (!isSound(part, files.next())) {
                        check(version, part);
                    }
                }
            }
        } catch (CorruptFileException e) {
            faults.add(TableFault.Kind.DAMAGED_CHECKPOINT, name, e);
        }
    }

    private static Iterator<WholeFiles.Wanted> wanted(List<PartFile> parts) {
        return parts.stream()
                .map(part -> new WholeFiles.Wanted(part.path(), part.identity().length()))
                .iterator();
    }

    /** Whether one read of a part shows that it is whole. */
    private static boolean isSound(PartFile part, Optional<MemoryFile> whole) throws IOException {
        if (whole.isEmpty()) {
            return false;
        }
        try (StoaFile open = StoaFile.open(whole.get().open())) {
            return open.identity().equals(part.identity())
                    && WholeFiles.problems(whole.get()).isEmpty();
        } catch (StoaException e) {
            return false;
        }
    }

    private void check(long version, PartFile part) throws IOException {
        List<NamedFileCheck.Problem> problems =
                new NamedFileCheck(log.folder(), true).check(part.path(), part.identity(), bytes -> {});
        if (!problems.isEmpty()) {
            faults.add(
                    TableFault.Kind.DAMAGED_CHECKPOINT,
                    part.path(),
                    problems.get(0).what(),
                    LostBounds.ofCheckpoint(log, version, part.path()));
        }
    }

    /** The number of files that were checked. */
    public int count() {
        return checked.size();
    }

    /** The faults that were found, one of each file. */
    public List<TableFault> faults() {
        return new ArrayList<>(faults.all());
    }
}
