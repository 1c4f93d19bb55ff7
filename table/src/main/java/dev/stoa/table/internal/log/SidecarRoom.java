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

import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The room for sidecars in the entry of a transaction, and in checkpoints. A sidecar without room becomes a file. */
public final class SidecarRoom {
    private static final int MOST_OF_ENTRY = 64 << 10;
    private static final int MOST_OF_VERSION = 1 << 20;

    private final Folder folder;
    private final TableState base;
    private final Supplier<String> paths;
    private final List<String> written = new ArrayList<>();
    private OptionalLong used = OptionalLong.empty();
    private long own;

    /**
     * The room of a transaction.
     *
     * @param base the version that it reads
     * @param paths gives paths of new sidecars
     */
    public SidecarRoom(Folder folder, TableState base, Supplier<String> paths) {
        this.folder = folder;
        this.base = base;
        this.paths = paths;
    }

    /** The place of a sidecar that the transaction adds next: as given, or a new file. */
    public SidecarPlace fit(SidecarPlace given) throws IOException {
        if (!given.isInLog()) {
            return given;
        }
        if (base.keepsSidecars() && hasRoom(given.contents().length)) {
            own += given.contents().length;
            return given;
        }
        String path = paths.get();
        try (FileSink sink = folder.create(path, SinkOptions.SMALL)) {
            sink.write(given.contents());
            sink.commit();
        }
        written.add(path);
        return SidecarPlace.file(path);
    }

    private boolean hasRoom(int more) {
        if (used.isEmpty()) {
            used = OptionalLong.of(base.sidecarBytes());
        }
        return own + more <= MOST_OF_ENTRY && own + more + used.getAsLong() <= MOST_OF_VERSION;
    }

    /** A path for a new sidecar. */
    public String newPath() {
        return paths.get();
    }

    /** The files that it has written. */
    public List<String> written() {
        return written;
    }
}
