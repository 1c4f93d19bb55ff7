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

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.stoa.vio.Leaks;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Hadoop's own contract of vectored reads, with direct and heap buffers, through {@link VioFileSystem}. */
@ParameterizedClass(name = "{0}")
@MethodSource("params")
abstract class VectoredReadContract extends AbstractContractVectoredReadTest {

    VectoredReadContract(String bufferType) {
        super(bufferType);
    }

    /** Returns a folder for the tests' files. */
    abstract Path root() throws Exception;

    /** Returns how the store is reached. */
    abstract Configuration conf() throws Exception;

    @BeforeAll
    static void watchLeaks() {
        Leaks.watch();
    }

    @Override
    protected final AbstractFSContract createContract(Configuration unused) {
        try {
            URI uri = root().toUri();
            Configuration conf = conf();
            conf.setClass("fs." + uri.getScheme() + ".impl", VioFileSystem.class, FileSystem.class);
            conf.setInt("stoa.vio." + uri.getScheme() + ".attempts", 1); // the end of a file is no passing failure
            return new ContractOf(FileSystem.newInstance(uri, conf), root());
        } catch (Exception e) {
            throw new AssertionError("the store does not open", e);
        }
    }

    @Test
    final void theStreamsAreOurs() throws IOException {
        try (FSDataInputStream opened = openVectorFile()) {
            assertInstanceOf(VioInputStream.class, opened);
        }
        try (FSDataInputStream opened = getFileSystem().open(path(VECTORED_READ_FILE_NAME))) {
            assertInstanceOf(VioInputStream.class, opened);
        }
    }

    @Override
    public final void teardown() throws Exception {
        super.teardown();
        getFileSystem().close();
        Leaks.assertNone();
    }
}
