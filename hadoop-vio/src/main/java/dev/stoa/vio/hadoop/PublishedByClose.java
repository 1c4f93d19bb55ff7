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

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** Files that appear when their stream is closed, unless it is aborted (S3A); Hadoop 3.3.1. */
final class PublishedByClose {

    private static final String CONDITIONAL_CREATE = "fs.option.create.conditional.overwrite";

    private PublishedByClose() {}

    static boolean isOffered(FileSystem fs, Path path) throws IOException {
        return fs.hasPathCapability(path, StreamCapabilities.ABORTABLE_STREAM);
    }

    static boolean isConditional(FileSystem fs, Path path) throws IOException {
        return fs.hasPathCapability(path, CONDITIONAL_CREATE);
    }

    /** Begins a file that replaces none, where it may not and the store can refuse at the close. */
    static FSDataOutputStream create(FileSystem fs, Path path, boolean overwrite) throws IOException {
        boolean conditional = !overwrite && isConditional(fs, path);
        FSDataOutputStreamBuilder<?, ?> builder = fs.createFile(path);
        builder.overwrite(overwrite || conditional);
        if (conditional) {
            builder.must(CONDITIONAL_CREATE, true);
        }
        builder.recursive();
        return builder.build();
    }

    static void abort(FSDataOutputStream stream) {
        stream.abort();
    }
}
