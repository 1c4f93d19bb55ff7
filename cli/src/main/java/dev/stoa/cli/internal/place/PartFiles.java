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

import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** The files of a group's tables in folders of parts. */
final class PartFiles {
    private PartFiles() {}

    /** A file, and the part that it belongs to. */
    record PartFile(String root, Part part, LocatedFileStatus status) {}

    /** Lists the files; a table without a folder has none. */
    static List<PartFile> list(FileSystem fs, PlacementMap map) throws IOException {
        List<PartFile> files = new ArrayList<>();
        for (String root : map.header().roots()) {
            Path folder = new Path(root);
            if (fs.exists(folder)) {
                RemoteIterator<LocatedFileStatus> all = fs.listFiles(folder, true);
                while (all.hasNext()) {
                    LocatedFileStatus status = all.next();
                    Optional<Part> part = map.partOf(status.getPath().toUri().getPath());
                    part.ifPresent(of -> files.add(new PartFile(root, of, status)));
                }
            }
        }
        return files;
    }

    /** Returns the bytes of each part that has files. */
    static Map<Part, Long> bytes(FileSystem fs, PlacementMap map) throws IOException {
        Map<Part, Long> bytes = new HashMap<>();
        list(fs, map).forEach(file -> bytes.merge(file.part(), file.status().getLen(), Long::sum));
        return bytes;
    }
}
