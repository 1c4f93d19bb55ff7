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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.impl.FutureDataInputStreamBuilderImpl;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/** Opens a file of a {@link VioFileSystem} with all that its caller knows of it and wants of it; Hadoop 3.3.5. */
final class VioOpenFile extends FutureDataInputStreamBuilderImpl {

    private final VioFileSystem fs;

    private VioOpenFile(VioFileSystem fs, Path path) {
        super(fs, path);
        this.fs = fs;
    }

    private VioOpenFile(VioFileSystem fs, PathHandle handle) {
        super(fs, handle);
        this.fs = fs;
    }

    static FutureDataInputStreamBuilder of(VioFileSystem fs, Path path) {
        return new VioOpenFile(fs, path);
    }

    static FutureDataInputStreamBuilder of(VioFileSystem fs, PathHandle handle) {
        return new VioOpenFile(fs, handle);
    }

    @Override
    public CompletableFuture<FSDataInputStream> build() throws IOException {
        OpenFileParameters parameters = new OpenFileParameters()
                .withMandatoryKeys(getMandatoryKeys())
                .withOptionalKeys(getOptionalKeys())
                .withOptions(getOptions())
                .withStatus(getStatus())
                .withBufferSize(getOptions().getInt(OpenFileOptions.FS_OPTION_OPENFILE_BUFFER_SIZE, getBufferSize()));
        Optional<Path> path = getOptionalPath();
        return path.isPresent()
                ? fs.openFileWithOptions(path.get(), parameters)
                : fs.openFileWithOptions(getPathHandle(), parameters);
    }
}
