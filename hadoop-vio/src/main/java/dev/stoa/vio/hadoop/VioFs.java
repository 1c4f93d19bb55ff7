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
import java.net.URISyntaxException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/**
 * {@link VioFileSystem} for those who come through a {@code FileContext}. By configuration only:
 *
 * <pre>
 * fs.AbstractFileSystem.hdfs.impl       = dev.stoa.vio.hadoop.VioFs
 * stoa.vio.AbstractFileSystem.hdfs.impl = org.apache.hadoop.fs.Hdfs
 * </pre>
 *
 * <p>and likewise for other schemes. The second key names the file system that is wrapped; without it, that is the one
 * Hadoop itself has for the scheme.
 */
public final class VioFs extends FilterFs {

    private final StoreProfile profile;
    private final StoreCalibration calibration;

    /**
     * Made by Hadoop.
     *
     * @param name of the file system
     * @param conf with the keys above
     */
    public VioFs(URI name, Configuration conf) throws UnsupportedFileSystemException, URISyntaxException {
        super(wrapped(name, conf));
        this.profile = StoreSettings.profile(conf, name);
        this.calibration = StoreSettings.calibration(conf, name, profile);
    }

    private static AbstractFileSystem wrapped(URI name, Configuration conf) throws UnsupportedFileSystemException {
        String scheme = name.getScheme();
        Class<? extends AbstractFileSystem> type = WrappedFileSystem.abstractOf(scheme, conf);
        Configuration inner = new Configuration(conf);
        inner.setClass(WrappedFileSystem.contextKey(scheme), type, AbstractFileSystem.class);
        return AbstractFileSystem.createFileSystem(name, inner);
    }

    @Override
    public FSDataInputStream open(Path path) throws IOException {
        return wrap(getMyFs().open(path), path);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return wrap(getMyFs().open(path, bufferSize), path);
    }

    @Override
    public CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        return getMyFs().openFileWithOptions(path, parameters).thenApply(stream -> wrap(stream, path));
    }

    private FSDataInputStream wrap(FSDataInputStream stream, Path path) {
        return VioStreams.wrap(stream, makeQualified(path).toString(), profile, calibration);
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
        return getMyFs().listStatusIterator(path);
    }
}
