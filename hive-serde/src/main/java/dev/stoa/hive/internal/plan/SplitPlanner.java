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
package dev.stoa.hive.internal.plan;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Type;
import dev.stoa.hive.StoaSplit;
import dev.stoa.hive.internal.columns.FileColumns;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.columns.TableNaming;
import dev.stoa.hive.internal.store.TableFiles;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Split;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.vio.HostBytes;
import dev.stoa.vio.Placement;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;

/**
 * Divides files among tasks. A file that is not larger than a split is one, and not opened. Of larger ones the directory is
 * read. The size of a split is that of the requested columns in its rows, and it goes where those bytes are.
 */
public final class SplitPlanner {
    private final Configuration configuration;
    private final long splitBytes;
    private final PlacementGroups groups;

    /**
     * Plans splits.
     *
     * @param splitBytes most bytes of a split
     * @param groups whose maps order the hosts
     */
    public SplitPlanner(Configuration configuration, long splitBytes, PlacementGroups groups) {
        this.configuration = configuration;
        this.splitBytes = splitBytes;
        this.groups = groups;
    }

    /** The splits of a file; none of an empty one, as Hive leaves where a bucket has no rows. */
    public List<StoaSplit> splits(FileStatus status) throws IOException {
        if (status.getLen() == 0) {
            return List.of();
        }
        FileSystem fs = status.getPath().getFileSystem(configuration);
        BlockLocation[] blocks = status instanceof LocatedFileStatus located
                ? located.getBlockLocations()
                : fs.getFileBlockLocations(status, 0, status.getLen());
        List<Placement> placements =
                groups.order(status.getPath().toUri().getPath(), status.getLen(), HadoopFolder.placements(blocks));
        return status.getLen() <= splitBytes ? List.of(whole(status, placements)) : divide(status, placements);
    }

    private static StoaSplit whole(FileStatus status, List<Placement> placements) {
        long length = status.getLen();
        String[] hosts = hosts(placements, List.of(new Split.Part(0, length)));
        return new StoaSplit(status.getPath(), length, 0, length, 0, Long.MAX_VALUE, hosts);
    }

    private List<StoaSplit> divide(FileStatus status, List<Placement> placements) throws IOException {
        long length = status.getLen();
        List<StoaSplit> splits = new ArrayList<>();
        try (StoaFile file = TableFiles.open(configuration, status)) {
            List<ColumnPath> columns = columns(file, status);
            for (Split split : file.splits(splitBytes, columns)) {
                long start = split.parts().isEmpty() ? 0 : split.parts().get(0).offset();
                splits.add(new StoaSplit(
                        status.getPath(),
                        length,
                        start,
                        Math.max(1, split.bytes()),
                        split.fromRow(),
                        split.toRow(),
                        hosts(placements, split.parts())));
            }
        }
        return splits;
    }

    private List<ColumnPath> columns(StoaFile file, FileStatus status) throws IOException {
        TableColumns table = TableColumns.of(configuration);
        List<Field> fields = file.schema().fields();
        FileColumns found = FileColumns.of(fields, table, TableNaming.of(configuration, status.getPath()));
        List<ColumnPath> columns = new ArrayList<>();
        for (int ordinal : table.needed()) {
            OptionalInt place = found.place(ordinal);
            if (place.isPresent()) {
                Field whole = fields.get(place.getAsInt());
                add(
                        List.of(whole.name()),
                        whole.type(),
                        found.read(ordinal).orElseThrow().type(),
                        columns);
            }
        }
        return columns;
    }

    /** Adds a column, or those fields of it that are read. */
    private static void add(List<String> names, Type whole, Type read, List<ColumnPath> columns) {
        if (whole.equals(read)) {
            columns.add(new ColumnPath(names));
            return;
        }
        for (Field part : read.fields()) {
            List<String> below = new ArrayList<>(names);
            below.add(part.name());
            Field field = whole.fields()
                    .get(FieldNames.find(whole.fields(), part.name()).orElseThrow());
            add(below, field.type(), part.type(), columns);
        }
    }

    private static String[] hosts(List<Placement> placements, List<Split.Part> parts) {
        HostBytes hosts = new HostBytes();
        for (Split.Part part : parts) {
            hosts.add(placements, part.offset(), part.length());
        }
        return hosts.best().toArray(String[]::new);
    }
}
