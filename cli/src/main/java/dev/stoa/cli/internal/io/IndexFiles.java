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
package dev.stoa.cli.internal.io;

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.IndexFileNames;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index files of a data file: {@code _data.stoa.column.index}. Readers of folders pass over them, as over all names that
 * start with an underscore.
 */
public final class IndexFiles {
    private static final Logger LOG = LoggerFactory.getLogger(IndexFiles.class);

    private IndexFiles() {}

    /** Where the index of a column is. */
    public static Path path(Path data, ColumnPath column) {
        return new Path(data.getParent(), IndexFileNames.of(data.getName(), column));
    }

    /** The index files of a data file, sorted by name. */
    public static List<FileStatus> find(InputFiles.Input data) throws IOException {
        List<FileStatus> found = new ArrayList<>();
        for (FileStatus status : data.fs().listStatus(data.path().getParent())) {
            if (status.isFile()
                    && IndexFileNames.isOf(
                            status.getPath().getName(), data.path().getName())) {
                found.add(status);
            }
        }
        found.sort(Comparator.comparing(status -> status.getPath().getName()));
        return found;
    }

    /** Adds the indexes of a file; stale ones are passed over with a warning. */
    public static void addTo(StoaFile file, InputFiles.Input data) throws IOException {
        for (FileStatus status : find(data)) {
            if (!file.addIndex(HadoopRangeSource.open(data.fs(), status))) {
                LOG.warn(
                        "{} is not used: it is an index of another file than {} is now; make it again by 'stoa index'",
                        status.getPath(),
                        data.path());
            }
        }
    }

    /** Deletes the index of a column; returns false if it had none. */
    public static boolean drop(InputFiles.Input data, ColumnPath column) throws IOException {
        return data.fs().delete(path(data.path(), column), false);
    }
}
