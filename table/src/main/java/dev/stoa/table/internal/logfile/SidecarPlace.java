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
package dev.stoa.table.internal.logfile;

import dev.stoa.delta.Sidecar;
import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.FileIdentity;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The place of a sidecar: a file of its own, or, if it is small, the log (format-spec, section 14).
 *
 * @param path of the file, relative to the table's folder; of a sidecar in the log, the path that it would have as a file
 * @param contents the bytes of a sidecar in the log; empty if it is a file
 */
public record SidecarPlace(String path, byte[] contents) {
    /** The folder of sidecars that are files, relative to the table's. */
    public static final String FOLDER = "_stoa/sidecars";

    /** The most bytes of a sidecar in the log. */
    public static final int MOST_BYTES = 16 << 10;

    private static final byte[] NONE = new byte[0];

    /** A file. */
    public static SidecarPlace file(String path) {
        return new SidecarPlace(path, NONE);
    }

    /** Whether the bytes are in the log, so that no file exists. */
    public boolean isInLog() {
        return contents.length > 0;
    }

    /** Opens the bytes. */
    public RangeSource source(Folder folder, OptionalLong length) throws IOException {
        return isInLog() ? MemorySource.of(folder.id() + "/" + path, contents) : folder.open(path, length);
    }

    /** Opens the sidecar, which must be the one that the log names. */
    public Sidecar open(Folder folder, FileIdentity named) throws IOException {
        Sidecar sidecar = Sidecar.open(source(folder, OptionalLong.of(named.length())));
        FileIdentity found = sidecar.identity();
        if (!found.equals(named)) {
            sidecar.close();
            throw new CorruptFileException(folder.id() + "/" + path
                    + ": it is not the sidecar that the table's log names: that has " + named + ", this " + found);
        }
        return sidecar;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SidecarPlace place
                && path.equals(place.path)
                && Arrays.equals(contents, place.contents);
    }

    @Override
    public int hashCode() {
        return path.hashCode();
    }

    @Override
    public String toString() {
        return path;
    }
}
