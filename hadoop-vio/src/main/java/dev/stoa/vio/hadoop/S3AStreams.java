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
package dev.stoa.vio.hadoop;

import java.util.Optional;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** The peculiarities of S3A's own streams; Hadoop 3.3.5. */
final class S3AStreams {

    private static final String CLASS = "org.apache.hadoop.fs.s3a.S3AInputStream";
    private static final String ACTIVE_RANGES = "fs.s3a.vectored.active.ranged.reads";
    private static final int DEFAULT_ACTIVE_RANGES = 4;

    private S3AStreams() {}

    /**
     * Returns how many ranges one stream of a file reads at once, if several streams are better. They need an etag:
     * with it, all of them read the same object or fail. Without it, each stream would read the object that it finds first.
     */
    static Optional<Integer> rangesAtOnce(FileSystem fs, FSDataInputStream stream, Optional<FileStatus> status) {
        boolean tagged = status.isPresent() && status.get() instanceof EtagSource source && source.getEtag() != null;
        if (!tagged || !StreamReaders.innermost(stream).getClass().getName().equals(CLASS)) {
            return Optional.empty();
        }
        return Optional.of(Math.max(1, fs.getConf().getInt(ACTIVE_RANGES, DEFAULT_ACTIVE_RANGES)));
    }
}
