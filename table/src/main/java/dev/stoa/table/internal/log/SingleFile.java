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
package dev.stoa.table.internal.log;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Placement;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A folder as if one file were all that is in it.
 *
 * @param folder the folder, which is no table and is in none
 * @param name of the file
 */
public record SingleFile(Folder folder, String name) implements Folder {

    @Override
    public String id() {
        return folder.id() + "/" + name;
    }

    @Override
    public RangeSource open(String file, OptionalLong knownLength) throws IOException {
        return folder.open(file, knownLength);
    }

    @Override
    public FileSink create(String file, SinkOptions options) throws IOException {
        throw readOnly();
    }

    @Override
    public boolean delete(String file) throws IOException {
        throw readOnly();
    }

    private IOException readOnly() {
        return new IOException(id() + ": a single file is only read: name a folder");
    }

    @Override
    public List<Placement> placements(String file, long length) throws IOException {
        return folder.placements(file, length);
    }

    @Override
    public Optional<Entry> find(String file) throws IOException {
        return file.equals(name) ? folder.find(file) : Optional.empty();
    }

    @Override
    public List<Entry> list(String below) throws IOException {
        return below.isEmpty() ? folder.find(name).stream().toList() : List.of();
    }
}
