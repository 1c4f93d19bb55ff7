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
package dev.stoa.cli.internal.place;

import dev.stoa.reader.FileReport;
import dev.stoa.reader.IndexFileNames;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.placement.PartFile;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads parts of files, so that the operating system keeps them in memory. It stops when it has read as much as it may. A file that
 * can't be read stays cold.
 */
final class PageWarmer {
    private static final int CHUNK = 8 << 20;

    private final FileSystem fs;
    /** Why files stay cold, by path. */
    private final Map<String, String> failures = new LinkedHashMap<>();

    private long room;
    private long metadataBytes;
    private long columnBytes;
    private boolean isFull;

    PageWarmer(FileSystem fs, long room) {
        this.fs = fs;
        this.room = room;
    }

    /** Reads the footer, the column indexes and MinMax of a data file, or a whole index file. */
    void metadata(PartFile file) {
        try {
            if (isIndex(file)) {
                try (RangeSource source = open(file)) {
                    metadataBytes += read(source, 0, source.length());
                }
            } else {
                try (StoaFile stoa = StoaFile.open(open(file))) {
                    for (FileReport.Region region : FileReport.of(stoa).regions()) {
                        if (!isOfColumns(region)) {
                            metadataBytes += read(stoa.source(), region.offset(), region.length());
                        }
                    }
                }
            }
        } catch (IOException e) {
            failed(file, e);
        }
    }

    /** Reads the values of top-level columns of a data file. */
    void columns(PartFile file, Predicate<FileReport.Column> wanted) {
        if (isIndex(file) || isFull || failures.containsKey(file.file().path())) {
            return;
        }
        try (StoaFile stoa = StoaFile.open(open(file))) {
            FileReport report = FileReport.of(stoa);
            boolean[] isWanted = wanted(report, wanted);
            for (FileReport.Region region : report.regions()) {
                if (isOfColumns(region) && isWanted[region.column()]) {
                    columnBytes += read(stoa.source(), region.offset(), region.length());
                }
            }
        } catch (IOException e) {
            failed(file, e);
        }
    }

    private RangeSource open(PartFile file) throws IOException {
        return HadoopRangeSource.open(
                fs, new Path(file.file().path()), OptionalLong.of(file.file().length()));
    }

    private static boolean isIndex(PartFile file) {
        return IndexFileNames.dataFile(new Path(file.file().path()).getName()).isPresent();
    }

    private static boolean isOfColumns(FileReport.Region region) {
        return region.kind() == FileReport.RegionKind.EXTENT || region.kind() == FileReport.RegionKind.DICTIONARY;
    }

    /** Which nodes belong to a wanted top-level column. */
    private static boolean[] wanted(FileReport report, Predicate<FileReport.Column> wanted) {
        boolean[] isWanted = new boolean[report.columns().size()];
        for (int i = 0; i < isWanted.length; i++) {
            FileReport.Column column = report.columns().get(i);
            isWanted[i] = column.depth() == 0 ? wanted.test(column) : isWanted[i - 1];
        }
        return isWanted;
    }

    private long read(RangeSource source, long offset, long length) throws IOException {
        isFull |= length > room;
        if (isFull) {
            return 0;
        }
        for (long at = offset; at < offset + length; at += CHUNK) {
            source.read(List.of(new Range(at, (int) Math.min(CHUNK, offset + length - at))))
                    .close();
        }
        room -= length;
        return length;
    }

    private void failed(PartFile file, IOException e) {
        failures.put(file.file().path(), e.getMessage());
    }

    /** Whether a range did not fit. */
    boolean isFull() {
        return isFull;
    }

    /** Returns the bytes of footers, indexes and MinMax that were read. */
    long metadataBytes() {
        return metadataBytes;
    }

    /** Returns the bytes of values that were read. */
    long columnBytes() {
        return columnBytes;
    }

    /** Returns why files stay cold, by path. */
    Map<String, String> failures() {
        return failures;
    }
}
