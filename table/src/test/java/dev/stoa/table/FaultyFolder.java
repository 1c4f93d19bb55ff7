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
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A folder whose store does not always do what it says, or say what it does. */
public final class FaultyFolder implements Folder {
    /** What happens when a file is made visible. */
    public enum AtCommit {
        /** What shall. */
        DONE,
        /** It becomes visible, but the answer is lost. */
        DONE_BUT_FAILS,
        /** It does not, and the answer is that it failed. */
        FAILS,
        /** It does not, as the disk is full: that is certain. */
        DISK_FULL,
        /** It becomes visible, but its folder can't be synced. */
        NOT_SYNCED
    }

    /** Decides for the file of a name. */
    public interface Fault {
        AtCommit at(String name) throws IOException;
    }

    private final Folder folder;
    public volatile Fault fault = name -> AtCommit.DONE;
    public volatile Predicate<String> unlisted = name -> false;
    public volatile boolean overwrites;
    public volatile boolean readsFail;
    final List<String> synced = new CopyOnWriteArrayList<>();

    public FaultyFolder(Folder folder) {
        this.folder = folder;
    }

    @Override
    public String id() {
        return folder.id();
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        checkReads(name);
        return folder.open(name, knownLength);
    }

    private void checkReads(String name) throws IOException {
        if (readsFail) {
            throw new IOException(name + ": the store does not answer");
        }
    }

    @Override
    public void sync(String name) throws IOException {
        synced.add(name);
        folder.sync(name);
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        checkReads(name);
        return folder.find(name);
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        return folder.list(name).stream()
                .filter(entry -> !unlisted.test(entry.name()))
                .toList();
    }

    @Override
    public boolean delete(String name) throws IOException {
        return folder.delete(name);
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        FileSink sink =
                folder.create(name, overwrites ? options.withExclusive(false).withOverwrite(true) : options);
        return new ForwardingSink(sink) {
            @Override
            public void commit() throws IOException {
                AtCommit now = fault.at(name);
                if (now == AtCommit.DISK_FULL) {
                    throw new WriteFailedException(
                            id(), "can't be synced to disk", false, new IOException("No space left on device"));
                }
                if (now != AtCommit.FAILS) {
                    sink.commit();
                }
                if (now == AtCommit.NOT_SYNCED) {
                    throw new WriteFailedException(
                            id(), "its folder can't be synced to disk", true, new IOException("Input/output error"));
                }
                if (now != AtCommit.DONE) {
                    throw new IOException(name + ": no answer");
                }
            }
        };
    }
}
