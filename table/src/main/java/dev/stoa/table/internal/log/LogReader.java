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
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.LogRecord;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.schema.Widening;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** Reads an entry or a checkpoint, and checks it (format-spec, section 14). For one file. */
final class LogReader {
    private static final long MAX_ROW_BYTES = 16 << 20;
    private static final Set<String> OF_PARTS = Set.of(LogWriter.FRAGMENT, LogWriter.FILE, LogWriter.SIDECAR);

    private final StoaFile file;
    private final LogFile ref;
    private final long version;
    private final List<Action> actions = new ArrayList<>();
    private final List<PartFile> parts = new ArrayList<>();
    private final List<SchemaRows.FieldRow> fields = new ArrayList<>();
    private final LogKind kind;
    private Optional<CommitInfo> info = Optional.empty();
    private Optional<ContentHash> previous = Optional.empty();
    private Optional<Floor> floor = Optional.empty();
    private int lastFieldId = -1;
    private Optional<Map<String, String>> properties = Optional.empty();
    private boolean hasFeatures;
    private final Set<String> readerFeatures = new HashSet<>();
    private final Set<String> writerFeatures = new HashSet<>();
    private long[] keys = new long[0];
    private int keyCount;

    private LogReader(StoaFile file, LogFile ref, LogKind kind, long version) {
        this.file = file;
        this.ref = ref;
        this.kind = kind;
        this.version = version;
    }

    /**
     * Reads all actions about fragments and schema.
     *
     * @param kind what it must be
     * @param version the version that its name says
     * @throws CorruptFileException if it is damaged or breaks a rule
     * @throws UnsupportedFileException if it was written by a newer edition
     */
    static LogContents read(StoaFile file, LogFile ref, LogKind kind, long version) throws IOException {
        return new LogReader(file, ref, kind, version).read(true);
    }

    /** Reads all of an entry but the bounds of values, which may be damaged. */
    static LogContents withoutBounds(StoaFile file, LogFile ref, long version) throws IOException {
        return new LogReader(file, ref, LogKind.ENTRY, version).read(false);
    }

    private LogContents read(boolean withBounds) throws IOException {
        UUID table = table();
        long rows = LogFile.rows(file);
        Set<LogColumn> there = columns();
        if (!withBounds) {
            there.remove(LogColumn.BOUNDS);
        }
        rows(there);
        CommitInfo commit = info.orElseThrow(() ->
                new CorruptFileException(file.name() + ": it has " + rows + " rows, and none of them is a commit"));
        Optional<TableFeatures> features = features();
        if (features.isPresent()) {
            features.get().checkReadable(file.name());
        }
        long[] hashes = Arrays.copyOf(keys, keyCount);
        for (int i = 1; i < keyCount; i++) {
            check(hashes[i - 1] < hashes[i], "the keys do not ascend");
        }
        return new LogContents(
                new ChainLink(table, file.identity().hash(), previous, floor, List.copyOf(parts)),
                commit,
                lastFieldId < 0 ? Optional.empty() : Optional.of(SchemaRows.read(fields, lastFieldId, file.name())),
                properties.map(Collections::unmodifiableMap),
                features,
                List.copyOf(actions),
                hashes);
    }

    /**
     * Reads a part of checkpoints.
     *
     * @param ref the same file
     * @param table the table of the checkpoint that names it
     * @param part what the checkpoint says of it
     * @throws CorruptFileException if it is damaged, breaks a rule, or is not what the checkpoint says
     */
    static CheckpointPart readPart(StoaFile file, LogFile ref, UUID table, PartFile part) throws IOException {
        LogReader reader = new LogReader(file, ref, LogKind.PART, part.version());
        UUID own = reader.table();
        reader.check(own.equals(table), "it belongs to the table " + own + ", the checkpoint to " + table);
        LogFile.rows(file);
        reader.rows(reader.columns());
        long fragments = reader.actions.stream()
                .filter(Action.AddFragment.class::isInstance)
                .count();
        reader.check(
                fragments == part.fragments(),
                "it has " + fragments + " fragments, the checkpoint says " + part.fragments());
        ChangedFragments added = new ChangedFragments(BaseParts.NONE, Map.of(), Map.of());
        added.apply(reader.actions, part.path());
        return new CheckpointPart(part, ref, added.at(part.version()).all());
    }

    private UUID table() throws IOException {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (FileInfo.KeyValue pair : file.info().keyValues()) {
            pairs.put(pair.key(), pair.value().orElse(""));
        }
        String edition = pairs.get(LogWriter.EDITION_KEY);
        check(edition != null, "it is a Stoa file, but neither an entry nor a checkpoint of a table's log");
        if (!edition.equals(LogWriter.EDITION)) {
            throw new UnsupportedFileException(file.name() + ": it is of edition " + edition
                    + " of the table's log, this version knows " + LogWriter.EDITION + ": take a newer one");
        }
        check(kind.text().equals(pairs.get(LogWriter.KIND_KEY)), "it is no " + kind.text());
        try {
            return UUID.fromString(String.valueOf(pairs.get(LogWriter.TABLE_KEY)));
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(file.name() + ": it names no table", e);
        }
    }

    /** The columns that the file has, with their types checked. */
    private Set<LogColumn> columns() throws IOException {
        Schema schema = file.schema();
        Set<LogColumn> there = EnumSet.noneOf(LogColumn.class);
        for (LogColumn column : LogColumn.values()) {
            OptionalInt at = schema.indexOf(column.columnName());
            if (at.isPresent()) {
                Type type = schema.fields().get(at.getAsInt()).type();
                check(
                        type.equals(column.type()),
                        "its column '" + column.columnName() + "' is " + type + ", not " + column.type());
                there.add(column);
            }
        }
        for (Field field : schema.fields()) {
            if (!LogColumn.isKnown(field.name())) {
                throw unknown("it has the column '" + field.name() + "'");
            }
        }
        return there;
    }

    private void rows(Set<LogColumn> there) throws IOException {
        TextBudget texts = new TextBudget(file.name(), file.identity().length());
        String[] names = there.stream().map(LogColumn::columnName).toArray(String[]::new);
        try (Scan scan = file.scan().select(names).maxRowBytes(MAX_ROW_BYTES).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                texts.add(batch);
                List<ColumnVector> vectors = new ArrayList<>();
                int next = 0;
                for (LogColumn column : LogColumn.values()) {
                    vectors.add(
                            there.contains(column)
                                    ? batch.column(next++)
                                    : Widening.nulls(column.type(), batch.rowCount()));
                }
                for (int i = 0; i < batch.rowCount(); i++) {
                    row(new LogRecord(vectors, i, batch.firstRow() + i, file.name()));
                }
            }
        }
    }

    private void row(LogRecord row) throws StoaException {
        String action = row.text(LogColumn.ACTION);
        if (kind == LogKind.PART) {
            check(
                    OF_PARTS.contains(action) || action.startsWith(LogColumn.OPTIONAL),
                    "row " + row.number() + " is '" + action + "', which a part of a checkpoint can't have");
        } else {
            check(
                    action.equals(LogWriter.COMMIT) == info.isEmpty(),
                    "row " + row.number() + " is '" + action + "': the first row, and no other, is the commit");
        }
        switch (action) {
            case LogWriter.COMMIT -> info = Optional.of(commit(row));
            case LogWriter.SCHEMA -> {
                check(lastFieldId < 0, "two schemas");
                lastFieldId = row.integer(LogColumn.FIELD, 0);
            }
            case LogWriter.FIELD -> fields.add(SchemaRows.FieldRow.read(row));
            case LogWriter.PROPERTIES -> {
                check(properties.isEmpty(), "two sets of properties");
                properties = Optional.of(new LinkedHashMap<>());
            }
            case LogWriter.PROPERTY -> {
                check(properties.isPresent(), "a property without a set");
                String old = properties.get().put(row.text(LogColumn.NAME), row.text(LogColumn.VALUE));
                check(old == null, "two properties of one name");
            }
            case LogWriter.FEATURES -> {
                check(!hasFeatures, "two sets of features");
                hasFeatures = true;
            }
            case LogWriter.FEATURE -> feature(row);
            case LogWriter.KEY -> {
                if (keyCount == keys.length) {
                    keys = Arrays.copyOf(keys, Math.max(16, 2 * keyCount));
                }
                keys[keyCount++] = row.number(LogColumn.HASH, Long.MIN_VALUE);
            }
            case LogWriter.PART -> {
                check(kind == LogKind.CHECKPOINT, "row " + row.number() + " is a part, which only a checkpoint has");
                check(
                        actions.isEmpty(),
                        "row " + row.number() + " is a part behind what changes the fragments of parts");
                parts.add(part(row));
            }
            case LogWriter.FRAGMENT, LogWriter.REMOVE, LogWriter.FILE, LogWriter.SIDECAR, LogWriter.DROP ->
                actions.add(fragmentAction(action, row));
            default -> {
                if (!action.startsWith(LogColumn.OPTIONAL)) {
                    throw unknown("row " + row.number() + " is the action '" + action + "'");
                }
            }
        }
    }

    private void feature(LogRecord row) throws CorruptFileException {
        check(hasFeatures, "a feature without a set");
        String who = row.text(LogColumn.VALUE);
        check(
                who.equals(LogWriter.READER) || who.equals(LogWriter.WRITER),
                "row " + row.number() + ": a feature of a '" + who + "'");
        Set<String> names = who.equals(LogWriter.READER) ? readerFeatures : writerFeatures;
        check(names.add(row.text(LogColumn.NAME)), "two features of one name");
    }

    private Optional<TableFeatures> features() {
        return hasFeatures ? Optional.of(new TableFeatures(readerFeatures, writerFeatures)) : Optional.empty();
    }

    private UnsupportedFileException unknown(String what) {
        return new UnsupportedFileException(
                file.name() + ": " + what + ", which this release does not know: use a newer release of Stoa");
    }

    private CommitInfo commit(LogRecord row) throws CorruptFileException {
        CommitInfo commit = new CommitInfo(
                row.number(LogColumn.VERSION, 0),
                row.time(LogColumn.TIME),
                row.id(LogColumn.TRANSACTION),
                row.text(LogColumn.OPERATION),
                row.number(LogColumn.BASE, 0),
                row.isTrue(LogColumn.OVERWRITE),
                row.number(LogColumn.ROWS, 0));
        check(
                commit.version() == version,
                "it says that it is version " + commit.version() + ", its name says " + version);
        check(commit.base() <= version, "it was begun at version " + commit.base() + ", after it was committed");
        previous = row.optionalHash(LogColumn.PREVIOUS);
        boolean isFirst = kind == LogKind.ENTRY && version == 0;
        check(
                previous.isPresent() != isFirst,
                isFirst ? "it is the first entry, and names one before it" : "it names no entry before it");
        if (kind == LogKind.CHECKPOINT) {
            floor = Optional.of(new Floor(row.number(LogColumn.MARKER, 0), row.number(LogColumn.FLOOR, 0)));
            check(
                    floor.get().version() <= version
                            && floor.get().marker() <= floor.get().version(),
                    "its floor, version " + floor.get().version() + " by marker "
                            + floor.get().marker() + ", is none of version " + version);
        }
        return commit;
    }

    private PartFile part(LogRecord row) throws CorruptFileException {
        long greatest = row.number(LogColumn.VERSION, 0);
        check(greatest <= version, "a part of version " + greatest);
        return new PartFile(
                row.path(), row.identity(), greatest, row.rows(LogColumn.ROWS), new LogRow(ref, row.number()));
    }

    private Action fragmentAction(String action, LogRecord row) throws CorruptFileException {
        UUID fragment = row.id(LogColumn.FRAGMENT);
        LogRow place = new LogRow(ref, row.number());
        return switch (action) {
            case LogWriter.FRAGMENT ->
                new Action.AddFragment(new Fragment(
                        fragment,
                        row.rows(LogColumn.ROWS),
                        row.optionalText(LogColumn.PARTITION),
                        List.of(),
                        List.of(),
                        place));
            case LogWriter.REMOVE ->
                new Action.RemoveFragment(fragment, row.optionalId(LogColumn.OTHER), row.rows(LogColumn.ROWS));
            case LogWriter.FILE ->
                new Action.AddFile(
                        fragment,
                        new DataFile(
                                row.path(),
                                row.identity(),
                                row.optionalNumbers(LogColumn.FIELDS),
                                row.number(LogColumn.FOLDED, 0),
                                place));
            case LogWriter.SIDECAR -> {
                long committed = row.number(LogColumn.VERSION, 0);
                check(committed <= version, "a sidecar of version " + committed);
                yield new Action.AddSidecar(
                        fragment,
                        new SidecarFile(
                                row.sidecar(kind),
                                row.identity(),
                                committed,
                                row.rows(LogColumn.ROWS),
                                row.optionalNumbers(LogColumn.FIELDS).orElse(List.of()),
                                row.optionalId(LogColumn.OTHER),
                                place));
            }
            case LogWriter.DROP -> new Action.DropSidecar(fragment, row.id(LogColumn.FILE));
            default -> throw new IllegalStateException(action);
        };
    }

    private void check(boolean ok, String problem) throws CorruptFileException {
        if (!ok) {
            throw new CorruptFileException(file.name() + ": " + problem);
        }
    }

    /** Bounds the text and the list elements of a file by its size: what is compressed may become very large. */
    private static final class TextBudget {
        private static final long LEAST = 16 << 20;
        private static final long PER_BYTE = 64;

        private final String name;
        private final long limit;
        private long used;

        TextBudget(String name, long length) {
            this.name = name;
            this.limit = Math.max(LEAST, PER_BYTE * Math.min(length, Long.MAX_VALUE / PER_BYTE));
        }

        void add(Batch batch) throws CorruptFileException {
            for (ColumnVector column : batch.columns()) {
                used += LogRecord.bytes(column);
            }
            if (used > limit) {
                throw new CorruptFileException(
                        name + ": its texts are longer than " + limit + " bytes, which no file of its size needs");
            }
        }
    }
}
