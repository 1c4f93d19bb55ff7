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
package dev.stoa.table.placement;

import dev.stoa.vio.ReplicaStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Moves some files at a time: raises their replication, waits until the nodes of the map have them, and lowers it. */
final class FileMoves {
    private final ReplicaStore store;
    private final Pauses pauses;
    private final Set<String> silent = new HashSet<>();

    FileMoves(ReplicaStore store, Pauses pauses) {
        this.store = store;
        this.pauses = pauses;
    }

    /** Returns the nodes that got no copy in time. */
    Set<String> silent() {
        return silent;
    }

    /** Moves files, and returns them as they are then. Files that were removed meanwhile are not among them. */
    List<PartFile> move(List<PartFile> files) throws IOException {
        List<PartFile> hopeful = files.stream()
                .filter(file -> file.missing().stream().noneMatch(silent::contains))
                .toList();
        for (PartFile file : hopeful) {
            if (file.file().replicas() < file.raised()) {
                store.setReplicas(file.file().path(), file.raised());
            }
        }
        List<PartFile> arrived = new ArrayList<>();
        for (PartFile file : await(hopeful, PartFile::isWhole)) {
            if (file.isWhole()) {
                store.setReplicas(file.file().path(), file.home().size());
                arrived.add(file);
            } else {
                silent.addAll(file.missing());
            }
        }
        return await(arrived, PartFile::isLow);
    }

    /** Waits for files, as long as one after the other fits. */
    private List<PartFile> await(List<PartFile> files, Predicate<PartFile> fits) throws IOException {
        List<PartFile> now = new ArrayList<>();
        List<PartFile> waiting = files;
        long seen = System.nanoTime();
        for (int times = 0; !waiting.isEmpty(); times++) {
            List<PartFile> still = new ArrayList<>();
            for (PartFile file : waiting) {
                Optional<PartFile> found = store.find(file.file().path())
                        .map(other -> new PartFile(file.root(), file.part(), other, file.home()));
                found.ifPresent(each -> (fits.test(each) ? now : still).add(each));
            }
            if (still.size() < waiting.size()) {
                seen = System.nanoTime();
                times = 0;
            } else if (System.nanoTime() - seen > pauses.patience().toNanos()) {
                now.addAll(still);
                return now;
            }
            waiting = still;
            if (!waiting.isEmpty()) {
                Pauses.look(times);
            }
        }
        return now;
    }
}
