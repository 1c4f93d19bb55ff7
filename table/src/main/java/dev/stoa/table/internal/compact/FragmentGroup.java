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
package dev.stoa.table.internal.compact;

import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A fragment together with the fragments whose rows belong among its own.
 *
 * @param host the fragment, whose rows belong among those of no second one
 * @param members the host and those among its rows
 */
record FragmentGroup(Fragment host, List<Fragment> members) {

    /** All groups of a snapshot, in the order of their hosts. */
    static List<FragmentGroup> all(Snapshot snapshot) throws IOException {
        Map<UUID, Fragment> fragments = snapshot.state().fragments();
        Set<UUID> guests = new HashSet<>();
        for (Fragment fragment : fragments.values()) {
            fragment.sidecars().forEach(sidecar -> sidecar.inserted().ifPresent(guests::add));
        }
        List<FragmentGroup> groups = new ArrayList<>();
        for (Fragment host : fragments.values()) {
            if (!guests.contains(host.id())) {
                groups.add(of(host, fragments));
            }
        }
        return groups;
    }

    private static FragmentGroup of(Fragment host, Map<UUID, Fragment> fragments) {
        Map<UUID, Fragment> members = new LinkedHashMap<>();
        List<Fragment> open = new ArrayList<>(List.of(host));
        while (!open.isEmpty()) {
            Fragment member = open.remove(open.size() - 1);
            if (members.put(member.id(), member) == null) {
                for (SidecarFile sidecar : member.sidecars()) {
                    sidecar.inserted()
                            .flatMap(id -> Optional.ofNullable(fragments.get(id)))
                            .ifPresent(open::add);
                }
            }
        }
        return new FragmentGroup(host, List.copyOf(members.values()));
    }

    /** The bytes of the data files. */
    long dataBytes() {
        long bytes = 0;
        for (Fragment member : members) {
            for (DataFile file : member.files()) {
                bytes += file.identity().length();
            }
        }
        return bytes;
    }

    /** The bytes of all files. */
    long bytes() {
        long bytes = dataBytes();
        for (Fragment member : members) {
            for (SidecarFile file : member.sidecars()) {
                bytes += file.identity().length();
            }
        }
        return bytes;
    }

    /** The number of files, with the sidecars. */
    int files() {
        return members.stream()
                .mapToInt(member -> member.files().size() + member.sidecars().size())
                .sum();
    }

    /** The rows that are not deleted. */
    long liveRows() {
        return members.stream().mapToLong(Fragment::liveRows).sum();
    }
}
