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
package dev.stoa.spark.internal.store;

import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableRemoval;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.classic.SparkSession;

/**
 * Where a table is, or may be.
 *
 * @param path of its folder, or of files
 * @param configuration of the file systems
 */
public record TableFolder(String path, Configuration configuration) {

    /** A version: by its number, or the newest one at an instant. */
    public record Version(Optional<Long> number, Instant instant) {}

    public static Configuration sessionConfiguration() {
        return SparkSession.active().sessionState().newHadoopConf();
    }

    /** Whether a path is this one. */
    public boolean isAt(String location) {
        return SparkErrors.unchecked(() -> {
            Path given = new Path(location);
            return given.getFileSystem(configuration)
                    .makeQualified(given)
                    .equals(fileSystem().makeQualified(new Path(path)));
        });
    }

    public FileSystem fileSystem() throws IOException {
        return new Path(path).getFileSystem(configuration);
    }

    /** Whether the folder exists. */
    public boolean exists() {
        return SparkErrors.unchecked(() -> fileSystem().exists(new Path(path)))
                || TablePath.mayBeBranch(path) && isTable();
    }

    /** Whether a table with a log exists. */
    public boolean isTable() {
        return SparkErrors.unchecked(() -> Table.exists(tablePath().openFolder(configuration)));
    }

    /** The path, qualified, of what is no file. */
    public TablePath tablePath() throws IOException {
        return new TablePath(fileSystem().makeQualified(new Path(path)).toString(), "");
    }

    /** Opens the table. */
    public Table open() {
        return SparkErrors.unchecked(() -> TablePath.of(path, configuration).open(configuration));
    }

    /** A version of a table that was just opened; the newest if absent. */
    public static Snapshot snapshot(Table table, Optional<Version> version) throws IOException {
        if (version.isEmpty()) {
            return table.lastKnown();
        }
        if (version.get().number().isPresent()) {
            return snapshot(table, version.get().number().get());
        }
        Instant at = version.get().instant();
        return found(() -> table.snapshotAt(at));
    }

    /** Returns the branch of a name, if the table has it. */
    public Optional<TableFolder> branch(String name) {
        boolean isThere = SparkErrors.unchecked(
                () -> open().snapshot().properties().branches().containsKey(name));
        return isThere ? Optional.of(branched(name)) : Optional.empty();
    }

    /** Returns the folder of a branch, whether it exists or not. */
    public TableFolder branched(String name) {
        return new TableFolder(TablePath.ofBranch(path, name), configuration);
    }

    /** Returns the number of the version that a tag names. */
    public long tagged(String tag) {
        return SparkErrors.unchecked(() -> {
            Table table = open();
            return found(() -> table.snapshotAt(tag)).version();
        });
    }

    /** Returns a version of a table. The version must exist. */
    public static Snapshot snapshot(Table table, long version) throws IOException {
        return found(() -> table.snapshotAt(version));
    }

    private static Snapshot found(SparkErrors.Work<Snapshot> version) throws IOException {
        try {
            return version.run();
        } catch (TableException e) {
            throw SparkErrors.refusal(SparkErrors.Condition.STOA_VERSION_NOT_FOUND, e.getMessage(), e);
        }
    }

    /** The files in the folder of a table that are not its own. */
    public List<String> others() throws IOException {
        return TableRemoval.plan(tablePath().openFolder(configuration)).foreign().stream()
                .map(name -> path + "/" + name)
                .toList();
    }

    /**
     * Removes a table, and nothing that is not its own.
     *
     * @return the files that are not, which stay, and the folder with them
     */
    public List<String> drop() {
        return SparkErrors.unchecked(() -> {
            TableRemoval removal = TableRemoval.plan(tablePath().openFolder(configuration));
            if (removal.foreign().isEmpty()) {
                fileSystem().delete(new Path(path), true); // at once
            } else {
                removal.run();
            }
            return removal.foreign();
        });
    }
}
