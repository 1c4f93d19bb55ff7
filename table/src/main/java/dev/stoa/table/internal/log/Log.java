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

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.logfile.GoneFile;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of a log: their names, how they are found, read and created. Safe for several threads. */
public final class Log {
    /** The folder of the log, in the folder of the table. */
    public static final String FOLDER = "_stoa";

    /** The folder of sidecars. */
    public static final String SIDECARS = SidecarPlace.FOLDER;

    /** The folder of parts of checkpoints. */
    public static final String PARTS = FOLDER + "/parts";

    private static final Logger LOG = LoggerFactory.getLogger(Log.class);
    private static final String ENTRY = ".commit";
    private static final String CHECKPOINT = ".checkpoint";
    /** The file that names a checkpoint to begin with. */
    public static final String HINT = FOLDER + "/hint";

    static final int NAME_DIGITS = 19;
    private static final int MAX_HINT_BYTES = 64;

    /** Files of the log up to this size are read as a whole, and kept: most entries are. */
    private static final int MAX_KEPT_BYTES = 64 << 10;

    /** The same of checkpoints: those that have parts are, so that one request reads them. */
    private static final int MAX_KEPT_CHECKPOINT_BYTES = 1 << 20;

    private final Folder folder;
    private final Supplier<UUID> ids;

    /** Whether a read of the store takes longer than a thread to wake up; known after the first one. */
    private volatile boolean isFar;

    /** Whether a read of the store is known to take no longer. */
    private volatile boolean isNear;

    public Log(Folder folder) {
        this(folder, UUID::randomUUID);
    }

    /**
     * The log in a folder.
     *
     * @param ids gives ids to parts of checkpoints
     */
    public Log(Folder folder, Supplier<UUID> ids) {
        this.folder = folder;
        this.ids = ids;
    }

    private static String name(long version, String suffix) {
        String digits = Long.toUnsignedString(version); // as a listing has it, see number()
        return FOLDER + "/" + "0".repeat(Math.max(0, NAME_DIGITS - digits.length())) + digits + suffix;
    }

    /** The folder of the table. */
    public Folder folder() {
        return folder;
    }

    /** The path of an entry, relative to the table's folder. */
    public static String entryName(long version) {
        return name(version, ENTRY);
    }

    /** The path of a checkpoint, relative to the table's folder. */
    public static String checkpointName(long version) {
        return name(version, CHECKPOINT);
    }

    /**
     * Returns what is wrong with a file of the log as a Stoa file, whatever its actions: also in columns that readers fetch
     * late.
     */
    public List<Verifier.Problem> problems(String name) throws IOException {
        try (RangeSource source = folder.open(name, OptionalLong.empty())) {
            return Verifier.verify(source, (bytes, of) -> {});
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }

    /** Returns the message of a failure about a file of the folder, without the path at its beginning. */
    public String withoutPath(String path, Exception e) {
        String message = String.valueOf(e.getMessage());
        for (String prefix : List.of(folder.id() + "/" + path + ": ", path + ": ")) {
            if (message.startsWith(prefix)) {
                return message.substring(prefix.length());
            }
        }
        return message;
    }

    /** The path of an entry for messages. */
    public String entryPath(long version) {
        return folder.id() + "/" + name(version, ENTRY);
    }

    /** The path of a checkpoint for messages. */
    public String checkpointPath(long version) {
        return folder.id() + "/" + name(version, CHECKPOINT);
    }

    /** The path of the hint for messages. */
    String hintPath() {
        return folder.id() + "/" + HINT;
    }

    /** Returns an entry, if it exists. */
    public Optional<LogContents> entry(long version) throws IOException {
        return read(name(version, ENTRY), LogKind.ENTRY, version);
    }

    /**
     * Reads everything but the bounds of values of an entry, if it exists, in whatever folder.
     *
     * @param name its path, relative to the table's folder
     * @throws CorruptFileException if more than those is damaged
     */
    public Optional<LogContents> entryWithoutBounds(String name, long version) throws IOException {
        try (StoaFile file = StoaFile.open(folder.open(name, OptionalLong.empty()))) {
            LogFile ref = new LogFile(folder, name, version, file.identity());
            return Optional.of(LogReader.withoutBounds(file, ref, version));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns a checkpoint with its parts, if it exists.
     *
     * @throws CorruptFileException if it or a part is damaged, or a part is missing
     */
    public Optional<TableState> checkpoint(long version) throws IOException {
        BaseParts.Others none = (at, failure) -> {
            throw failure;
        };
        Optional<TableState> state = openCheckpoint(version, none, BaseParts.NONE);
        if (state.isEmpty()) {
            return state;
        }
        try {
            state.get().held().readParts();
            return state;
        } catch (FileNotFoundException e) {
            if (!hasCheckpoint(version)) {
                return Optional.empty(); // it was expired since it was read
            }
            throw new CorruptFileException(
                    checkpointPath(version) + ": a part that it names is missing: " + e.getMessage(), e);
        }
    }

    /**
     * Returns a checkpoint, if it exists. Its parts are read when they are needed.
     *
     * @param others finds the fragments of a version if a part can't be read
     * @param known parts that may have been read before
     */
    Optional<TableState> openCheckpoint(long version, BaseParts.Others others, BaseParts known) throws IOException {
        Optional<LogContents> contents = read(name(version, CHECKPOINT), LogKind.CHECKPOINT, version);
        if (contents.isEmpty()) {
            return Optional.empty();
        }
        BaseParts parts = BaseParts.of(folder, contents.get(), others, known);
        return Optional.of(TableState.of(contents.get(), parts, checkpointPath(version)));
    }

    /** The parts that a checkpoint names, without reading them; empty if the checkpoint does not exist. */
    public Optional<List<PartFile>> parts(long version) throws IOException {
        return read(name(version, CHECKPOINT), LogKind.CHECKPOINT, version)
                .map(contents -> contents.link().parts());
    }

    /** Makes a version durable whose entry another may have created and not synced. A repair may leave a checkpoint only. */
    public void sync(long version) throws IOException {
        folder.sync(name(version, hasEntry(version) ? ENTRY : CHECKPOINT));
    }

    /** Makes a checkpoint durable, with its parts, whose writer may not have synced it. */
    public void syncCheckpoint(long version) throws IOException {
        for (PartFile part : parts(version).orElse(List.of())) {
            folder.sync(part.path());
        }
        folder.sync(name(version, CHECKPOINT));
    }

    /** Removes an entry; returns whether it existed. */
    public boolean deleteEntry(long version) throws IOException {
        return folder.delete(name(version, ENTRY));
    }

    /** Removes a checkpoint; returns whether it existed. */
    public boolean deleteCheckpoint(long version) throws IOException {
        return folder.delete(name(version, CHECKPOINT));
    }

    /** Returns the hash of an entry, if the entry exists, whatever is damaged in its columns. */
    Optional<ContentHash> hash(long version) throws IOException {
        try (StoaFile file = StoaFile.open(folder.open(name(version, ENTRY), OptionalLong.empty()))) {
            return Optional.of(file.identity().hash());
        } catch (FileNotFoundException | RangeReadException e) {
            return GoneFile.orThrow(e);
        }
    }

    /** Whether an entry exists. */
    public boolean hasEntry(long version) throws IOException {
        return file(version).isPresent();
    }

    /** Finds the file of an entry. */
    Optional<Folder.Entry> file(long version) throws IOException {
        return folder.find(name(version, ENTRY));
    }

    /** Whether a checkpoint exists. */
    boolean hasCheckpoint(long version) throws IOException {
        return folder.find(name(version, CHECKPOINT)).isPresent();
    }

    /**
     * A file of the log wherever it is, if it exists.
     *
     * @param name its path, relative to the table's folder
     */
    public Optional<LogContents> read(String name, LogKind kind, long version) throws IOException {
        Optional<Folder.Entry> found = folder.find(name);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        if (found.get().isFolder()) {
            throw new CorruptFileException(folder.id() + "/" + name + ": a folder has the path of a file of the log");
        }
        long length = found.get().length();
        try {
            int most = kind == LogKind.CHECKPOINT ? MAX_KEPT_CHECKPOINT_BYTES : MAX_KEPT_BYTES;
            if (length > 0 && length <= most) {
                return Optional.of(DecodedFiles.SHARED.of(bytes(name, (int) length), kind, version));
            }
            try (StoaFile file = StoaFile.open(folder.open(name, OptionalLong.of(length)))) {
                return Optional.of(
                        LogReader.read(file, new LogFile(folder, name, version, file.identity()), kind, version));
            }
        } catch (FileNotFoundException | RangeReadException e) {
            return GoneFile.orThrow(e);
        }
    }

    /** Whether it pays to ask the store for several entries at once, as far as is known. */
    boolean isFar() {
        return isFar;
    }

    /** Whether each look at the store costs next to nothing, as far as is known. */
    boolean isNear() {
        return isNear;
    }

    /** Whether a listed file is so small that it is read as a whole. */
    static boolean isSmall(Folder.Entry listed) {
        return !listed.isFolder() && listed.length() >= 1 && listed.length() <= MAX_KEPT_BYTES;
    }

    /** A small file, read by one request; its bounds are never asked for again. */
    private MemoryFile bytes(String name, int length) throws IOException {
        try (RangeSource source = folder.open(name, OptionalLong.of(length));
                RangeBuffers read = source.read(List.of(new Range(0, length)))) {
            isFar = source.profile().limits().inlineBytes() == 0;
            isNear = !isFar;
            byte[] bytes = new byte[length];
            read.buffer(0).get(bytes);
            return new MemoryFile(source.id(), bytes);
        }
    }

    /**
     * Creates an entry, unless it already exists.
     *
     * @param copies as {@link TableProperties#logReplication} says
     * @throws TargetExistsException if it already exists
     * @throws IOException if the store fails; the entry may exist nevertheless
     */
    public void create(long version, byte[] bytes, OptionalInt copies) throws IOException {
        SinkOptions options = SinkOptions.DEFAULT
                .withExclusive(true)
                .withExpectedLength(bytes.length)
                .withReplication(copies);
        try (FileSink sink = folder.create(name(version, ENTRY), options)) {
            sink.write(bytes);
            sink.commit();
        }
    }

    /** Returns the versions whose entries and checkpoints the folder lists; some may be missing from it. */
    public Listing list() throws IOException {
        NavigableMap<Long, Folder.Entry> entries = new TreeMap<>();
        NavigableSet<Long> checkpoints = new TreeSet<>();
        for (Folder.Entry entry : folder.list(FOLDER)) {
            version(entry.name(), ENTRY).ifPresent(version -> entries.put(version, entry));
            version(entry.name(), CHECKPOINT).ifPresent(checkpoints::add);
        }
        return new Listing(entries, checkpoints);
    }

    /** The versions that were listed. */
    public record Listing(NavigableMap<Long, Folder.Entry> files, NavigableSet<Long> checkpoints) {
        public NavigableSet<Long> entries() {
            return files.navigableKeySet();
        }
    }

    private static OptionalLong version(String name, String suffix) {
        return name.endsWith(suffix)
                ? number(name.substring(0, name.length() - suffix.length()))
                : OptionalLong.empty();
    }

    /** The number in a name of 19 digits; negative if it is greater than any version. */
    static OptionalLong number(String name) {
        if (name.length() != NAME_DIGITS) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseUnsignedLong(name));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Whether a hint exists, readable or not. */
    public boolean hasHint() throws IOException {
        return folder.find(HINT).isPresent();
    }

    /** Returns the version in the hint: of a checkpoint that was the newest some time ago. */
    public OptionalLong hint() throws IOException {
        Optional<Folder.Entry> found = folder.find(HINT);
        if (found.isEmpty() || found.get().isFolder() || found.get().length() > MAX_HINT_BYTES) {
            return OptionalLong.empty();
        }
        try (RangeSource source = folder.open(HINT, OptionalLong.of(found.get().length()));
                RangeBuffers read = source.read(List.of(new Range(0, (int) source.length())))) {
            String text =
                    StandardCharsets.US_ASCII.decode(read.buffer(0)).toString().strip();
            return OptionalLong.of(Long.parseUnsignedLong(text));
        } catch (IOException | NumberFormatException e) {
            LOG.debug("{}/{} can't be read, and is done without", folder.id(), HINT, e);
            return OptionalLong.empty();
        }
    }

    /** Writes a checkpoint of the newest state, and leaves word of it. Nothing depends on it, so that a failure is only told. */
    public void writeCheckpoint(TableState state) {
        if (makeCheckpoint(state)) {
            leaveWord(state.version());
        }
    }

    /** Writes a checkpoint of a state, which may be an old one, and no hint; returns whether the state has one now. */
    public boolean makeCheckpoint(TableState state) {
        String name = name(state.version(), CHECKPOINT);
        if (!state.features().isWritable()) {
            LOG.debug("{}/{} is left to releases that know {}", folder.id(), name, state.features());
            return false;
        }
        try {
            createCheckpoint(state);
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.warn("{}/{} could not be written; the table is whole without it: {}", folder.id(), name, e.toString());
            return false;
        }
    }

    /**
     * Writes a checkpoint of a state, without which its log is nothing.
     *
     * @throws IOException if it can't be written
     */
    public void createCheckpoint(TableState state) throws IOException {
        String name = name(state.version(), CHECKPOINT);
        if (!state.features().isWritable()) {
            throw new IOException(folder.id() + "/" + name + " is left to releases that know " + state.features()
                    + ": use one of them");
        }
        try {
            CheckpointWriter.write(state, folder, name, state.properties().partFragments(), ids);
        } catch (TargetExistsException e) {
            LOG.debug("{}/{} was written by another", folder.id(), name);
        }
    }

    /** Says which checkpoint to begin with. Nothing depends on it, so that a failure is only told. */
    public void leaveWord(long version) {
        try (FileSink sink = folder.create(HINT, SinkOptions.SMALL.withOverwrite(true))) {
            sink.write((version + "\n").getBytes(StandardCharsets.US_ASCII));
            sink.commit();
        } catch (IOException e) {
            LOG.warn("{}/{} could not be written; the table is whole without it: {}", folder.id(), HINT, e.toString());
        }
    }

    /** Whether the store refuses a second file of one name, tried out in the log's folder. */
    public void probe(UUID id) throws IOException {
        String name = FOLDER + "/.probe-" + id;
        SinkOptions options = SinkOptions.SMALL.withExclusive(true);
        try (FileSink first = folder.create(name, options);
                FileSink second = folder.create(name, options)) {
            first.write(new byte[] {1});
            second.write(new byte[] {2});
            first.commit();
            boolean refused = false;
            try {
                second.commit();
            } catch (TargetExistsException e) {
                refused = true;
            }
            if (!refused) {
                throw new TableException(folder.id() + ": two writers have both created " + name
                        + ", so that commits would be lost; keep tables on a store that refuses the second");
            }
        } finally {
            folder.delete(name);
        }
    }
}
