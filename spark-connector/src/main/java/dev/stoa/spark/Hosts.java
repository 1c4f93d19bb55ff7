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
package dev.stoa.spark;

import dev.stoa.reader.Split;
import dev.stoa.table.TableSplit;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the hosts that have the bytes of splits. A file's blocks are asked for once. */
final class Hosts {
    private static final int MOST = 3;
    private static final String NOWHERE = "localhost";

    private final TablePath table;
    private final Configuration configuration;
    private final Map<String, BlockLocation[]> blocks = new HashMap<>();

    Hosts(TablePath table, Configuration configuration) {
        this.table = table;
        this.configuration = configuration;
    }

    /** The hosts that have most bytes of some splits, best first. */
    List<String> of(List<TableSplit> splits) throws IOException {
        Map<String, Long> bytes = new HashMap<>();
        for (TableSplit split : splits) {
            for (BlockLocation block : blocks(split)) {
                long shared = 0;
                for (Split.Part part : split.parts()) {
                    long from = Math.max(block.getOffset(), part.offset());
                    long to = Math.min(block.getOffset() + block.getLength(), part.offset() + part.length());
                    shared += Math.max(0, to - from);
                }
                for (String host : block.getHosts()) {
                    bytes.merge(host, shared, Long::sum);
                }
            }
        }
        return bytes.entrySet().stream()
                .filter(host -> host.getValue() > 0 && !host.getKey().equals(NOWHERE))
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList();
    }

    private BlockLocation[] blocks(TableSplit split) throws IOException {
        BlockLocation[] known = blocks.get(split.path());
        if (known == null) {
            Path path = new Path(new Path(table.folder()), split.path());
            FileSystem fs = path.getFileSystem(configuration);
            // the length is known: a store that has no hosts is not asked
            FileStatus status = new FileStatus(split.fileLength(), false, 1, fs.getDefaultBlockSize(path), 0, path);
            known = fs.getFileBlockLocations(status, 0, split.fileLength());
            blocks.put(split.path(), known);
        }
        return known;
    }
}
