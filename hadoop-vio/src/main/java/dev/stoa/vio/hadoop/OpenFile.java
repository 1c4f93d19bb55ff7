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
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a file with what is known of it, so that an object store needs no request to look; Hadoop 3.3. */
final class OpenFile {

    private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);
    private static final String PATH_HANDLES = "fs.capability.paths.pathhandles";
    private static final String READ_POLICY = "fs.option.openfile.read.policy";
    private static final String LENGTH = "fs.option.openfile.length";

    /** ABFS: positional reads take no lock and read only the requested bytes. */
    private static final String ABFS_UNBUFFERED = "fs.azure.buffered.pread.disable";

    private OpenFile() {}

    static FSDataInputStream open(FileSystem fs, Path path, long length, Optional<FileStatus> status)
            throws IOException {
        boolean filtered = fs instanceof FilterFileSystem && !(fs instanceof VioFileSystem);
        if (status.isPresent() && !filtered && fs.hasPathCapability(path, PATH_HANDLES)) {
            try {
                PathHandle handle = fs.getPathHandle(status.get(), Options.HandleOpt.exact());
                return await(byHandle(fs, path, fs.openFile(handle), length, status), path);
            } catch (IllegalArgumentException | UnsupportedOperationException e) {
                LOG.debug("{}: a status of another kind; the path alone must do", path, e);
            }
        }
        return await(build(fs.openFile(path), length, status), path);
    }

    /**
     * Opens the file of the status, or none. HDFS opens a file by its handle also for users who may not read it, so it is
     * asked for their rights. Both requests run at once: one after the other they take as long as a read.
     */
    private static CompletableFuture<FSDataInputStream> byHandle(
            FileSystem fs, Path path, FutureDataInputStreamBuilder builder, long length, Optional<FileStatus> status)
            throws IOException {
        CompletableFuture<Void> allowed = AccessCheck.start(fs, path);
        return build(builder, length, status)
                .thenCompose(stream -> allowed.whenComplete((nothing, denied) -> {
                            if (denied != null) {
                                closeUnused(stream);
                            }
                        })
                        .thenApply(nothing -> stream));
    }

    private static CompletableFuture<FSDataInputStream> build(
            FutureDataInputStreamBuilder builder, long length, Optional<FileStatus> status) throws IOException {
        builder.opt(READ_POLICY, "vector, random");
        builder.opt(LENGTH, Long.toString(length));
        builder.opt(ABFS_UNBUFFERED, "true");
        status.ifPresent(builder::withFileStatus);
        return builder.build();
    }

    private static FSDataInputStream await(CompletableFuture<FSDataInputStream> opening, Path path) throws IOException {
        try {
            return opening.get();
        } catch (ExecutionException e) {
            throw Futures.ioException(e, path + ": cannot open");
        } catch (InterruptedException e) {
            CompletableFuture<Void> unused = opening.thenAccept(OpenFile::closeUnused);
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException(path + ": interrupted during open");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    private static void closeUnused(FSDataInputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // nobody reads from it
        }
    }
}
