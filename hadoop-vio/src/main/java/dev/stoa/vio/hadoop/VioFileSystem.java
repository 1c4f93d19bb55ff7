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

import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.security.token.DelegationTokenIssuer;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Any file system with the vectored reads of this library: for readers that know Hadoop's {@code readVectored} and not
 * this library. By configuration only:
 *
 * <pre>
 * fs.hdfs.impl          = dev.stoa.vio.hadoop.VioFileSystem
 * stoa.vio.fs.hdfs.impl = org.apache.hadoop.hdfs.DistributedFileSystem
 * </pre>
 *
 * <p>and likewise for other schemes. The second key names the file system to wrap; without it, Hadoop's own for the scheme
 * is wrapped. The keys of {@link StoreSettings} set how reads are planned.
 *
 * <p>The wrapped file system opens files and does everything else. This class answers only {@code readVectored} of opened
 * files. It does so if Hadoop has the method, and if the file's positional reads do not move its position. Don't configure a
 * scheme if a program casts its file system to the wrapped class or calls {@link FileSystem#getLocal}: it would not find that
 * class.
 */
public final class VioFileSystem extends FilterFileSystem {

    private String scheme;
    private StoreProfile profile;
    private StoreCalibration calibration;

    /** Made by Hadoop, which initializes it. */
    public VioFileSystem() {}

    @Override
    @SuppressWarnings("deprecation") // Hadoop still counts there, and its newer counters pass through
    public void initialize(URI name, Configuration conf) throws IOException {
        scheme = name.getScheme();
        profile = StoreSettings.profile(conf, name);
        calibration = StoreSettings.calibration(conf, name, profile);
        Class<? extends FileSystem> type = WrappedFileSystem.of(scheme, conf);
        fs = ReflectionUtils.newInstance(type, conf);
        fs.initialize(name, conf);
        super.initialize(name, conf);
        statistics = getStatistics(scheme, type); // counted once, where the work is done
    }

    @Override
    public void close() throws IOException {
        if (fs == null) {
            processDeleteOnExit(); // of nothing: it was not initialized
        } else {
            super.close();
        }
    }

    // Reading.

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return wrap(fs.open(path, bufferSize), path);
    }

    @Override
    public FSDataInputStream open(PathHandle handle, int bufferSize) throws IOException {
        return wrap(fs.open(handle, bufferSize), handle);
    }

    @Override
    public FutureDataInputStreamBuilder openFile(Path path) throws IOException {
        return HadoopApi.SINCE_3_3_5 ? VioOpenFile.of(this, path) : fs.openFile(path);
    }

    @Override
    public FutureDataInputStreamBuilder openFile(PathHandle handle) throws IOException {
        return HadoopApi.SINCE_3_3_5 ? VioOpenFile.of(this, handle) : fs.openFile(handle);
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        return super.openFileWithOptions(path, parameters).thenApply(stream -> wrap(stream, path));
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(PathHandle handle, OpenFileParameters parameters)
            throws IOException {
        return super.openFileWithOptions(handle, parameters).thenApply(stream -> wrap(stream, handle));
    }

    private FSDataInputStream wrap(FSDataInputStream stream, Path path) {
        return VioStreams.wrap(stream, makeQualified(path).toString(), profile, calibration);
    }

    private FSDataInputStream wrap(FSDataInputStream stream, PathHandle handle) {
        return VioStreams.wrap(stream, handle.toString(), profile, calibration);
    }

    // What FilterFileSystem does not pass on.

    @Override
    public String getScheme() {
        return scheme; // some have none of their own
    }

    @Override
    public String getCanonicalServiceName() {
        return fs.getCanonicalServiceName();
    }

    @Override
    public Token<?> getDelegationToken(String renewer) throws IOException {
        return fs.getDelegationToken(renewer);
    }

    @Override
    public DelegationTokenIssuer[] getAdditionalTokenIssuers() throws IOException {
        return fs.getAdditionalTokenIssuers();
    }

    @Override
    public StorageStatistics getStorageStatistics() {
        return fs.getStorageStatistics();
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
        return fs.hasPathCapability(path, capability);
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return fs.exists(path);
    }

    @Override
    @Deprecated
    public boolean isDirectory(Path path) throws IOException {
        return fs.isDirectory(path);
    }

    @Override
    @Deprecated
    public boolean isFile(Path path) throws IOException {
        return fs.isFile(path);
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive) throws IOException {
        return fs.listFiles(path, recursive);
    }

    @Override
    public FileStatus[] globStatus(Path pattern) throws IOException {
        return fs.globStatus(pattern);
    }

    @Override
    public FileStatus[] globStatus(Path pattern, PathFilter filter) throws IOException {
        return fs.globStatus(pattern, filter);
    }

    @Override
    public BlockLocation[] getFileBlockLocations(Path path, long start, long length) throws IOException {
        return fs.getFileBlockLocations(path, start, length);
    }

    @Override
    public ContentSummary getContentSummary(Path path) throws IOException {
        return fs.getContentSummary(path);
    }

    @Override
    public QuotaUsage getQuotaUsage(Path path) throws IOException {
        return fs.getQuotaUsage(path);
    }

    @Override
    public void setQuota(Path path, long names, long bytes) throws IOException {
        fs.setQuota(path, names, bytes);
    }

    @Override
    public void setQuotaByStorageType(Path path, StorageType type, long bytes) throws IOException {
        fs.setQuotaByStorageType(path, type, bytes);
    }

    @Override
    public boolean createNewFile(Path path) throws IOException {
        return fs.createNewFile(path);
    }

    @Override
    public FSDataOutputStream append(Path path, boolean toNewBlock) throws IOException {
        return fs.append(path, toNewBlock);
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress, boolean toNewBlock)
            throws IOException {
        return fs.append(path, bufferSize, progress, toNewBlock);
    }

    @Override
    public MultipartUploaderBuilder<?, ?> createMultipartUploader(Path folder) throws IOException {
        return fs.createMultipartUploader(folder);
    }

    @Override
    public BulkDelete createBulkDelete(Path folder) throws IOException {
        return fs.createBulkDelete(folder);
    }

    @Override
    public String toString() {
        return "VioFileSystem(" + fs + ")";
    }
}
