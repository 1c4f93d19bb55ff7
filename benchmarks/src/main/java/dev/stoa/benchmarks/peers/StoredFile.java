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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.harness.SystemCalls;
import dev.stoa.benchmarks.vio.RemoteStore;
import dev.stoa.benchmarks.vio.StoreCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** A file to query, with its place and the status from a listing: its length is known before it is opened. */
public final class StoredFile {
    private final Path local;
    private final Optional<RemoteStore> remote;
    private final Configuration conf;
    private final FileSystem fs;
    private final FileStatus status;

    private StoredFile(Path local, Optional<RemoteStore> remote, Configuration conf, org.apache.hadoop.fs.Path path)
            throws IOException {
        this.local = local;
        this.remote = remote;
        this.conf = conf;
        this.fs = path.getFileSystem(conf);
        this.status = fs.getFileStatus(path);
    }

    /** A local file. */
    public static StoredFile local(Path file) throws IOException {
        return new StoredFile(
                file, Optional.empty(), CountingFileSystem.configuration(), CountingFileSystem.path(file));
    }

    /** The copy of a local file that a store has. */
    public static StoredFile remote(Path file, RemoteStore store) throws IOException {
        return new StoredFile(
                file,
                Optional.of(store),
                store.configuration(),
                new org.apache.hadoop.fs.Path(store.root() + file.getFileName()));
    }

    boolean isLocal() {
        return remote.isEmpty();
    }

    /** The local file. A store may have a copy of it. */
    public Path local() {
        return local;
    }

    /** The store, for readers that don't know Hadoop. */
    Optional<RemoteStore> remote() {
        return remote;
    }

    /** The settings that Hadoop needs to open the file. */
    Configuration conf() {
        return conf;
    }

    public FileSystem fileSystem() {
        return fs;
    }

    FileStatus status() {
        return status;
    }

    org.apache.hadoop.fs.Path path() {
        return status.getPath();
    }

    /**
     * Runs a read of this file and adds its counts. The counts of a remote file come from the store. Those of a local file come
     * from Hadoop's file system, or from Linux if the read does not use that.
     */
    public ReadResult counted(Sampler.Read read) throws IOException {
        if (remote.isPresent()) {
            StoreCounts before = remote.get().counts();
            ReadResult result = read.run();
            StoreCounts given = remote.get().counts().minus(before);
            return result.withIo(new IoCounts(given.bytes(), given.requests(), given.roundTrips()));
        }
        IoCounts hadoop = CountingFileSystem.counts();
        IoCounts first = SystemCalls.counts();
        IoCounts before = SystemCalls.counts();
        ReadResult result = read.run();
        IoCounts called = SystemCalls.counts().minus(before).minus(before.minus(first));
        IoCounts counted = CountingFileSystem.counts().minus(hadoop);
        return result.withIo(counted.requests() > 0 ? counted : called);
    }
}
