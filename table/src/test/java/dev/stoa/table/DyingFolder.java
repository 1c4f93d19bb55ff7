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
package dev.stoa.table;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A folder whose user is killed at some operation: from then on nothing is done any more. */
final class DyingFolder implements Folder {
    private final Folder folder;
    private long left;

    /** A folder of which so many operations succeed. */
    DyingFolder(Folder folder, long operations) {
        this.folder = folder;
        this.left = operations;
    }

    /** From now on so many operations succeed. */
    void dieAfter(long operations) {
        left = operations;
    }

    /** Whether all operations succeeded so far. */
    boolean isAlive() {
        return left >= 0;
    }

    private void step() throws IOException {
        left--;
        if (left < 0) {
            left = -1;
            throw new IOException("killed");
        }
    }

    @Override
    public String id() {
        return folder.id();
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        step();
        return folder.open(name, knownLength);
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        step();
        return folder.find(name);
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        step();
        return folder.list(name);
    }

    @Override
    public boolean delete(String name) throws IOException {
        step();
        return folder.delete(name);
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        step();
        FileSink sink = folder.create(name, options);
        return new ForwardingSink(sink) {
            @Override
            public void commit() throws IOException {
                step();
                sink.commit();
            }
        };
    }
}
