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

import dev.stoa.table.Fragment;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The parts of a checkpoint. Each is read once, when something needs its fragments (ADR 0102). Safe for several threads.
 */
public final class BaseParts {
    /** The parts of a checkpoint that has none. */
    static final BaseParts NONE = new BaseParts(
            Optional.empty(),
            new UUID(0, 0),
            0,
            (version, failure) -> {
                throw failure;
            },
            List.of());

    /** Finds the fragments of a version if a part can't be read. */
    interface Others {
        /**
         * Finds them.
         *
         * @throws IOException the failure, if the parts were the only way to the version
         */
        Fragments at(long version, IOException failure) throws IOException;
    }

    private final Optional<Folder> folder;
    private final UUID table;
    private final long checkpoint;
    private final Others others;
    private final List<PartFile> files;
    private final List<LogFile> rows;
    private final AtomicReferenceArray<CheckpointPart> read;

    private BaseParts(Optional<Folder> folder, UUID table, long checkpoint, Others others, List<PartFile> files) {
        this.folder = folder;
        this.table = table;
        this.checkpoint = checkpoint;
        this.others = others;
        this.files = List.copyOf(files);
        this.rows = new ArrayList<>();
        this.read = new AtomicReferenceArray<>(files.size());
    }

    /**
     * The parts that a checkpoint names.
     *
     * @param others finds the fragments of a version if a part can't be read
     * @param known parts that may have been read before; this object does not read them again
     */
    static BaseParts of(Folder folder, LogContents contents, Others others, BaseParts known) {
        List<PartFile> files = contents.link().parts();
        if (files.isEmpty()) {
            return NONE;
        }
        BaseParts parts = new BaseParts(
                Optional.of(folder), contents.table(), contents.info().version(), others, files);
        Map<String, Integer> before = new HashMap<>();
        for (int i = 0; i < known.size(); i++) {
            before.put(known.files.get(i).path(), i);
        }
        for (int i = 0; i < files.size(); i++) {
            PartFile file = files.get(i);
            Integer old = before.get(file.path());
            if (old != null && known.files.get(old).isSame(file)) {
                parts.rows.add(known.rows.get(old));
                CheckpointPart part = known.read.get(old);
                parts.read.set(i, part == null ? null : part.named(file));
            } else {
                parts.rows.add(new LogFile(folder, file.path(), file.version(), file.identity()));
            }
        }
        return parts;
    }

    /**
     * Whether a new checkpoint may name these parts. An expiry may have removed a checkpoint below the floor, and its parts go
     * with the next expiry.
     */
    boolean mayBeShared(Floor floor) {
        return checkpoint >= floor.version();
    }

    /** The version of the checkpoint. */
    long checkpoint() {
        return checkpoint;
    }

    /** The number of parts. */
    public int size() {
        return files.size();
    }

    /** The parts as the checkpoint names them, in their order. */
    public List<PartFile> files() {
        return files;
    }

    /** The rows of a part. */
    LogFile rows(int part) {
        return rows.get(part);
    }

    /** Whether a part was read. */
    boolean isRead(int part) {
        return read.get(part) != null;
    }

    /** Reads all parts, in their order. */
    public List<CheckpointPart> all() throws IOException {
        BitSet all = new BitSet();
        all.set(0, size());
        read(all);
        List<CheckpointPart> parts = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            parts.add(read.get(i));
        }
        return parts;
    }

    /** The fragments of a part as it says, before any later change. */
    Collection<Fragment> fragments(int part) throws IOException {
        BitSet one = new BitSet();
        one.set(part);
        read(one);
        return read.get(part).fragments();
    }

    /**
     * Reads parts, several at once.
     *
     * @throws java.io.FileNotFoundException if one does not exist
     * @throws dev.stoa.format.CorruptFileException if one is damaged, or is another file than the checkpoint says
     */
    synchronized void read(BitSet wanted) throws IOException {
        List<Integer> missing =
                wanted.stream().filter(i -> read.get(i) == null).boxed().toList();
        if (missing.isEmpty()) {
            return;
        }
        List<CheckpointParts.Wanted> parts = missing.stream()
                .map(i -> new CheckpointParts.Wanted(files.get(i), rows.get(i)))
                .toList();
        CheckpointParts.read(folder.orElseThrow(), table, parts, (index, part) -> read.set(missing.get(index), part));
    }

    /**
     * The fragments of a version in another way, as a part can't be read.
     *
     * @throws IOException the failure, if the parts were the only way to the version
     */
    Fragments instead(long version, IOException failure) throws IOException {
        return others.at(version, failure);
    }
}
