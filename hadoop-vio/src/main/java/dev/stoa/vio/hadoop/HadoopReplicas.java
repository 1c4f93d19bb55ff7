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

import dev.stoa.vio.Placement;
import dev.stoa.vio.ReplicaStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/** The files of a Hadoop file system, and of HDFS also their replicas. */
public final class HadoopReplicas implements ReplicaStore {
    private static final int PAUSE_MILLIS = 50;
    private static final int MOST_PAUSES = 60;

    private final FileSystem fs;

    /**
     * Names a store.
     *
     * @param fs stays the caller's, and must stay open as long as this is used
     */
    public HadoopReplicas(FileSystem fs) {
        this.fs = fs;
    }

    @Override
    public String id() {
        return fs.getUri().toString();
    }

    @Override
    public boolean hasReplicas() {
        return hdfs().isPresent();
    }

    private Optional<DistributedFileSystem> hdfs() {
        FileSystem store = fs;
        while (store instanceof FilterFileSystem filter) {
            store = filter.getRawFileSystem();
        }
        return store instanceof DistributedFileSystem hdfs ? Optional.of(hdfs) : Optional.empty();
    }

    @Override
    public List<StoredFile> files(String folder) throws IOException {
        List<StoredFile> files = new ArrayList<>();
        try {
            RemoteIterator<LocatedFileStatus> all = fs.listFiles(new Path(folder), true);
            while (all.hasNext()) {
                LocatedFileStatus file = all.next();
                files.add(file(file, file.getBlockLocations()));
            }
        } catch (FileNotFoundException e) {
            if (fs.exists(new Path(folder))) {
                throw e;
            }
        }
        return files;
    }

    private static StoredFile file(FileStatus status, BlockLocation... blocks) throws IOException {
        List<Placement> placements = HadoopFolder.placements(blocks);
        return new StoredFile(
                status.getPath().toUri().getPath(),
                status.getLen(),
                status.isErasureCoded() ? 0 : status.getReplication(),
                placements);
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        try {
            FileStatus status = fs.getFileStatus(new Path(path));
            return Optional.of(file(status, fs.getFileBlockLocations(status, 0, status.getLen())));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    @Override
    public void setReplicas(String path, int replicas) throws IOException {
        fs.setReplication(new Path(path), (short) replicas);
    }

    @Override
    public List<String> hostsOfNewFile(String folder, int replicas) throws IOException {
        Path path = new Path(folder, ".vio-" + UUID.randomUUID() + ".tmp");
        try {
            try (OutputStream out = fs.create(path, false, 4096, (short) replicas, fs.getDefaultBlockSize(path))) {
                out.write(0);
            }
            List<String> hosts = hosts(path.toUri().getPath());
            // the store knows of a replica when its node has reported it
            for (int i = 0; i < MOST_PAUSES && hosts.size() < replicas; i++) {
                Thread.sleep(PAUSE_MILLIS);
                hosts = hosts(path.toUri().getPath());
            }
            return hosts;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the replicas of " + path);
        } finally {
            fs.delete(path, false);
        }
    }

    private List<String> hosts(String path) throws IOException {
        return find(path)
                .map(file -> file.blocks().stream()
                        .flatMap(block -> block.hosts().stream())
                        .toList())
                .orElse(List.of());
    }

    @Override
    public List<Node> nodes() throws IOException {
        DistributedFileSystem hdfs = hdfs().orElseThrow(() -> new IOException(
                "only an HDFS knows its live nodes, and " + fs.getUri() + " is none; name the nodes yourself"));
        List<Node> nodes = new ArrayList<>();
        for (DatanodeInfo live : hdfs.getDataNodeStats(DatanodeReportType.LIVE)) {
            if (live.isInService()) {
                nodes.add(new Node(live.getHostName(), live.getNetworkLocation()));
            }
        }
        return nodes;
    }
}
