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
package dev.stoa.table.internal.check;

import dev.stoa.reader.FileIdentity;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Gathers the files that versions reference, each once: by the first version that does, and then by the newest. */
final class FileUses {
    private final Map<Key, FileUse> uses = new LinkedHashMap<>();

    private record Key(String path, FileIdentity identity) {
        static Key of(FileUse use) {
            return new Key(use.path(), use.identity());
        }
    }

    /** Adds all files of a version. */
    void add(TableState state) throws IOException {
        for (Fragment fragment : state.fragments().values()) {
            fragment.files().forEach(file -> add(of(state, fragment, file, false)));
            fragment.sidecars().forEach(sidecar -> add(of(state, fragment, sidecar, false)));
        }
    }

    /** Adds the files of a version that its entry added. */
    void add(TableState state, LogContents entry) throws IOException {
        for (Action action : entry.actions()) {
            Optional<Fragment> fragment = Optional.ofNullable(state.fragments().get(action.about()));
            if (fragment.isPresent() && action instanceof Action.AddFile added) {
                add(of(state, fragment.get(), added.file(), false));
            } else if (fragment.isPresent() && action instanceof Action.AddSidecar added) {
                add(of(state, fragment.get(), added.sidecar(), false));
            }
        }
    }

    private void add(FileUse use) {
        uses.putIfAbsent(Key.of(use), use);
    }

    /** Gives the files of the newest version its own schema and rows of the log. */
    void markNewest(TableState newest) throws IOException {
        for (Fragment fragment : newest.fragments().values()) {
            fragment.files().forEach(file -> mark(of(newest, fragment, file, true)));
            fragment.sidecars().forEach(sidecar -> mark(of(newest, fragment, sidecar, true)));
        }
    }

    private void mark(FileUse use) {
        uses.put(Key.of(use), use);
    }

    private static FileUse of(TableState state, Fragment fragment, DataFile file, boolean isNewest) {
        return new FileUse(state.schema(), fragment, Optional.of(file), Optional.empty(), isNewest);
    }

    private static FileUse of(TableState state, Fragment fragment, SidecarFile sidecar, boolean isNewest) {
        return new FileUse(state.schema(), fragment, Optional.empty(), Optional.of(sidecar), isNewest);
    }

    /** Each file, the first found first. */
    Collection<FileUse> all() {
        return uses.values();
    }
}
