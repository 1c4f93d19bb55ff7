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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.logfile.LogBounds;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.schema.FieldIds;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.table.internal.schema.Widening;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;

/** A folder of Stoa files without a log: all that are not hidden, whatever their names. */
public final class PlainFolder {
    private static final Pattern HIVE = Pattern.compile("(base|delta|delete_delta)_\\d+(_\\d+)*(_v\\d+)?");
    private static final int MAX_FILES = 1 << 20;
    private static final int MAX_DEPTH = 64;

    private PlainFolder() {}

    /**
     * The paths of all files that are not hidden, sorted.
     *
     * @throws TableException if it has a folder of a transactional Hive table, or too many files
     */
    public static List<String> files(Folder folder) throws IOException {
        List<String> files = new ArrayList<>();
        list(folder, "", 0, files);
        return files;
    }

    /**
     * Whether a folder has no file that is not hidden, or does not exist.
     *
     * @throws TableException if it is a file, or as by {@link #files}
     */
    public static boolean isEmpty(Folder folder) throws IOException {
        boolean isFile;
        try {
            if (files(folder).isEmpty()) {
                return true;
            }
            isFile = folder.find("").filter(entry -> !entry.isFolder()).isPresent(); // Hadoop lists a file as its child
        } catch (NotDirectoryException e) {
            isFile = true;
        }
        if (isFile) {
            throw new TableException(
                    folder.id() + ": a file has this name, and a table is a folder: give the name of a folder");
        }
        return false;
    }

    /**
     * Passes if a folder is in no table: what its files mean there, only that table's log says.
     *
     * @throws TableException if it does
     */
    public static void refuseWithinTable(Folder folder) throws IOException {
        Optional<Folder> above = folder.parent();
        Optional<Folder> table = above.isPresent() ? around(above.get()) : Optional.empty();
        if (table.isPresent()) {
            throw new TableException(folder.id() + ": it is inside the table "
                    + table.get().id() + ", whose log says which of its rows count: name the table");
        }
    }

    /**
     * Finds the table that a folder belongs to.
     *
     * @return the folder of the table: the given one, or one above it
     */
    public static Optional<Folder> around(Folder folder) throws IOException {
        Optional<Folder> at = Optional.of(folder);
        while (at.isPresent() && !isOpenTable(at.get())) {
            at = at.get().parent();
        }
        return at;
    }

    private static boolean isOpenTable(Folder folder) throws IOException {
        try {
            return isTable(folder);
        } catch (AccessDeniedException e) {
            return false; // rights for a prefix of a bucket do not reach the folders above it
        }
    }

    /** Whether a folder has a log. */
    public static boolean isTable(Folder folder) throws IOException {
        return folder.hasFolder(Log.FOLDER);
    }

    private static void list(Folder folder, String name, int depth, List<String> files) throws IOException {
        for (Folder.Entry entry : folder.list(name)) {
            if (depth > 0 && entry.isFolder() && entry.name().equals(Log.FOLDER)) {
                throw new TableException(
                        folder.id() + "/" + name
                                + ": it is a table by itself, whose log says which of its rows count: name it, or move it elsewhere");
            }
            if (entry.name().startsWith(".") || entry.name().startsWith("_")) {
                continue;
            }
            String path = name.isEmpty() ? entry.name() : name + "/" + entry.name();
            if (entry.isFolder()) {
                if (HIVE.matcher(entry.name()).matches()) {
                    throw new TableException(folder.id() + "/" + path
                            + ": a folder of a transactional Hive table, which only Hive can read: compact that table, and"
                            + " export its rows first");
                }
                if (depth == MAX_DEPTH) {
                    throw new TableException(folder.id() + "/" + path + ": folders are deeper than " + MAX_DEPTH);
                }
                list(folder, path, depth + 1, files);
            } else {
                files.add(path);
            }
            if (files.size() > MAX_FILES) {
                throw new TableException(folder.id() + ": the folder has more than " + MAX_FILES + " files");
            }
        }
    }

    /**
     * Makes a table of the files.
     *
     * @throws TableException if none exist, or one is no Stoa file, or they are not of one table. Also if a folder such as {@code day=1}
     *     has the value of a column that a file lacks
     */
    public static Changes changes(Folder folder, TableSettings settings) throws IOException {
        List<String> files = files(folder);
        if (files.isEmpty()) {
            throw new TableException(folder.id() + ": there is neither a table nor a file");
        }
        Schema union = new Schema(List.of());
        for (int i = 0; i < files.size(); i++) {
            Schema schema = schema(folder, files.get(i));
            refuseValuesOfFolders(folder, files.get(i), schema);
            union = united(union, schema, i == 0, folder.id() + "/" + files.get(i));
        }
        TableSchema schema = TableSchema.numbered(union, true);
        Map<Integer, Type> bounded = LogBounds.fields(schema, TableProperties.NONE);
        Changes changes = new Changes();
        changes.schema = Optional.of(schema);
        for (String path : files) {
            FileImport file = FileImport.of(folder, path, schema, bounded, Optional.empty(), List.of());
            changes.added.put(
                    settings.ids().get(),
                    new Changes.NewFragment(
                            file.rows(),
                            Optional.empty(),
                            new DataFile.Added(path, file.identity(), Optional.empty(), 0, file.bounds())));
        }
        return changes;
    }

    /** Hive and Spark keep the columns of partitions in the names of folders only: without a log their values would be lost. */
    private static void refuseValuesOfFolders(Folder folder, String path, Schema schema) throws TableException {
        for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
            String name = path.substring(path.lastIndexOf('/', end - 1) + 1, end);
            int equals = name.indexOf('=');
            String column = name.substring(0, Math.max(0, equals));
            if (equals > 0
                    && schema.fields().stream().noneMatch(field -> field.name().equalsIgnoreCase(column))) {
                throw new TableException(folder.id() + "/" + path + ": the folder '" + name
                        + "' has the value of a column '" + column
                        + "', which the file lacks, and a folder without a log gives the columns of its files only:"
                        + " read the folder " + folder.id() + "/" + path.substring(0, end)
                        + " by itself, or take the values into a table that has the column by 'stoa insert'");
            }
        }
    }

    private static Schema schema(Folder folder, String path) throws IOException {
        try (StoaFile file = StoaFile.open(folder.open(path, OptionalLong.empty()))) {
            Schema schema = file.schema();
            return FieldIds.areUnique(schema.fields()) ? schema : FieldIds.without(schema);
        } catch (CorruptFileException e) {
            throw new TableException(
                    folder.id() + "/" + path
                            + ": in a folder that is read as a table every file that is not hidden must be a Stoa file: "
                            + e.getMessage(),
                    e);
        }
    }

    /** The schema that holds the columns of both, by name. */
    private static Schema united(Schema all, Schema more, boolean isFirst, String file) throws TableException {
        if (isFirst) {
            return more;
        }
        List<Field> fields = new ArrayList<>();
        for (Field field : all.fields()) {
            OptionalInt at = more.indexOf(field.name());
            fields.add(at.isPresent() ? united(field, more.fields().get(at.getAsInt()), file) : optional(field));
        }
        for (Field field : more.fields()) {
            if (all.indexOf(field.name()).isEmpty()) {
                fields.add(optional(field));
            }
        }
        return new Schema(fields);
    }

    private static Field optional(Field field) {
        return new Field(field.name(), field.type(), true, field.fieldId());
    }

    private static Field united(Field a, Field b, String file) throws TableException {
        boolean fits = a.fieldId().equals(b.fieldId());
        Optional<Type> type = Optional.empty();
        if (a.type().equals(b.type())) {
            type = Optional.of(a.type());
        } else if (!a.type().kind().isNested() && Widening.isAllowed(a.type(), b.type())) {
            type = Optional.of(b.type());
        } else if (!a.type().kind().isNested() && Widening.isAllowed(b.type(), a.type())) {
            type = Optional.of(a.type());
        }
        boolean areVariants = a.type().kind() == TypeKind.VARIANT && b.type().kind() == TypeKind.VARIANT;
        if (!fits || type.isEmpty()) {
            throw new TableException(file + ": column '" + b.name() + "' is " + b.type()
                    + (fits ? "" : " with another field id") + ", but earlier files have " + a.type()
                    + (areVariants
                            ? ": other values of the variants have columns of their own; write the rows anew with whole"
                                    + " variants, as Spark does into tables of Stoa"
                            : ": the files belong to different tables"));
        }
        return new Field(a.name(), type.get(), a.nullable() || b.nullable(), a.fieldId());
    }

    /** The files as the only version of a table. */
    public static TableState state(Folder folder, TableSettings settings) throws IOException {
        Changes changes = changes(folder, settings);
        CommitInfo info = new CommitInfo(0, java.time.Instant.EPOCH, new UUID(0, 0), "none", 0, false, 0);
        MemoryFile entry = new MemoryFile(
                folder.id(), EntryWriter.bytes(folder.id(), new UUID(0, 0), Optional.empty(), info, changes));
        return TableState.of(entry.contents(LogKind.ENTRY, 0), folder.id());
    }
}
