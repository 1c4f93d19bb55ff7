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
package dev.stoa.benchmarks.harness;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A folder that passes everything on to another one, for folders that do something besides. */
public abstract class ForwardingFolder implements Folder {
    /** The other one. */
    protected final Folder folder;

    protected ForwardingFolder(Folder folder) {
        this.folder = folder;
    }

    @Override
    public String id() {
        return folder.id();
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        return folder.open(name, knownLength);
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        return folder.create(name, options);
    }

    @Override
    public void sync(String name) throws IOException {
        folder.sync(name);
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        return folder.find(name);
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        return folder.list(name);
    }

    @Override
    public boolean delete(String name) throws IOException {
        return folder.delete(name);
    }
}
