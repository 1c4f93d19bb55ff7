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

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The fragments of a version: those of the parts of a checkpoint, which are read when something asks for them (ADR 0102), and
 * the others, which are known. Immutable to its users, and safe for several threads.
 *
 * <p>If a part is missing or damaged, the fragments come from another checkpoint, or from the entries.
 */
public final class Fragments {
    private final BaseParts base;
    private final long version;
    private final Map<UUID, List<PartChange>> changes;
    private final Map<UUID, Fragment> others;
    private final AtomicReferenceArray<Map<UUID, Fragment>> ofParts;
    private volatile Map<UUID, Fragment> all;
    private volatile Fragments substitute;

    /** Tells which parts may have matching rows. */
    public interface PartTest {
        /**
         * Whether a part may have such rows.
         *
         * @param since changes of fragments; they may be of this part
         */
        boolean mayMatch(PartFile part, Collection<Action> since) throws IOException;
    }

    private interface Reading<T> {
        T of(Fragments fragments) throws IOException;
    }

    /**
     * Fragments.
     *
     * @param version the version whose fragments they are
     * @param changes later changes of fragments of parts, by fragment
     * @param others the fragments that are in no part, in the order of the log
     */
    Fragments(BaseParts base, long version, Map<UUID, List<PartChange>> changes, Map<UUID, Fragment> others) {
        this.base = base;
        this.version = version;
        this.changes = changes;
        this.others = Collections.unmodifiableMap(others);
        this.ofParts = new AtomicReferenceArray<>(base.size());
    }

    /** Fragments that are all known. */
    public static Fragments of(Map<UUID, Fragment> known) {
        return new Fragments(BaseParts.NONE, 0, Map.of(), known);
    }

    /** The fragments of the parts of a checkpoint. */
    static Fragments of(BaseParts base, long version) {
        return new Fragments(base, version, Map.of(), Map.of());
    }

    /** The number of fragments. No part is read for it. */
    public int size() {
        long size = others.size();
        for (PartFile part : base.files()) {
            size += part.fragments();
        }
        for (List<PartChange> list : changes.values()) {
            size -= PartChange.isRemoved(list) ? 1 : 0;
        }
        return (int) size;
    }

    /** The length of all sidecars in the log. Parts have none, so that no part is read for it. */
    long sidecarBytes() {
        long bytes = 0;
        for (Fragment fragment : others.values()) {
            for (SidecarFile sidecar : fragment.sidecars()) {
                bytes += sidecar.place().contents().length;
            }
        }
        for (List<PartChange> list : changes.values()) {
            bytes += PartChange.sidecarBytes(list);
        }
        return bytes;
    }

    /** Returns all of them by id, in the order of the log. */
    public Map<UUID, Fragment> all() throws IOException {
        if (base.size() == 0) {
            return others;
        }
        return reading(Fragments::readAll);
    }

    /** A fragment. */
    public Optional<Fragment> get(UUID id) throws IOException {
        Fragment other = others.get(id);
        if (other != null || PartChange.isRemoved(changes.getOrDefault(id, List.of()))) {
            return Optional.ofNullable(other);
        }
        Optional<Fragment> found = read(id);
        return found.isPresent() ? found : Optional.ofNullable(all().get(id));
    }

    /** A fragment of a part that was read. */
    private Optional<Fragment> read(UUID id) throws IOException {
        for (int i = 0; i < base.size() && all == null; i++) {
            Optional<Fragment> found =
                    base.isRead(i) ? Optional.ofNullable(readPart(i).get(id)) : Optional.empty();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns those that a test of their parts does not rule out, and all that are in no part, in the order of the log. */
    public List<Fragment> where(PartTest test) throws IOException {
        if (base.size() == 0) {
            return new ArrayList<>(others.values());
        }
        return reading(fragments -> fragments.readWhere(test));
    }

    /**
     * Reads all parts, and never another checkpoint in their place.
     *
     * @throws FileNotFoundException if one does not exist
     * @throws CorruptFileException if one is damaged, or contradicts what is known
     */
    void readParts() throws IOException {
        readAll();
    }

    /** The same, with the parts whose fragments were changed read; or those of another checkpoint if one can't be read. */
    Fragments withChangedParts() throws IOException {
        return reading(fragments -> {
            fragments.changedParts();
            return fragments;
        });
    }

    /** The parts whose fragments were changed. Others are read only if one of these is in none of the parts that were read before. */
    BitSet changedParts() throws IOException {
        Set<UUID> left = new HashSet<>(changes.keySet());
        BitSet changed = new BitSet();
        for (int pass = 0; pass < 2 && !left.isEmpty(); pass++) {
            boolean readsAll = pass == 1;
            if (readsAll) {
                base.all();
            }
            for (int i = 0; i < base.size() && !left.isEmpty(); i++) {
                for (Fragment then : base.isRead(i) ? base.fragments(i) : List.<Fragment>of()) {
                    if (left.remove(then.id())) {
                        changed.set(i);
                    }
                }
            }
        }
        if (!left.isEmpty()) {
            checkChanges();
        }
        return changed;
    }

    /** The parts that the checkpoint below names. */
    public BaseParts base() {
        return base;
    }

    /** Those that are in no part. */
    Collection<Fragment> others() {
        return others.values();
    }

    /** Whether one that is in no part has an id. */
    boolean hasOther(UUID id) {
        return others.containsKey(id);
    }

    /** The number of those that came after the checkpoint. */
    long newerThanCheckpoint() {
        return others.values().stream()
                .filter(fragment -> fragment.row().file().version() > base.checkpoint())
                .count();
    }

    /** How many fragments of parts were changed since. */
    int changeCount() {
        return changes.size();
    }

    /** Returns the present fragments of a part, by id. */
    Map<UUID, Fragment> ofPart(int part) throws IOException {
        return readPart(part);
    }

    /** The changes that entries make. */
    ChangedFragments change() {
        return new ChangedFragments(base, changes, others);
    }

    private <T> T reading(Reading<T> reading) throws IOException {
        Fragments other = substitute;
        if (other == null) {
            try {
                return reading.of(this);
            } catch (FileNotFoundException | CorruptFileException e) {
                other = instead(e);
            }
        }
        return other.reading(reading);
    }

    private synchronized Fragments instead(IOException failure) throws IOException {
        if (substitute == null) {
            substitute = base.instead(version, failure);
        }
        return substitute;
    }

    private Map<UUID, Fragment> readAll() throws IOException {
        Map<UUID, Fragment> known = all;
        if (known == null) {
            BitSet every = new BitSet();
            every.set(0, base.size());
            base.read(every);
            known = new LinkedHashMap<>();
            for (int i = 0; i < base.size(); i++) {
                Map<UUID, Fragment> part = readPart(i);
                for (Map.Entry<UUID, Fragment> fragment : part.entrySet()) {
                    boolean isNew = known.put(fragment.getKey(), fragment.getValue()) == null;
                    PartChange.check(isNew, base.files().get(i).path(), fragment.getValue() + " is in two parts");
                }
            }
            checkChanges();
            known.putAll(others);
            known = Collections.unmodifiableMap(known);
            all = known;
        }
        return known;
    }

    /** Whether each change is of a fragment of a part. */
    private void checkChanges() throws IOException {
        Map<UUID, List<PartChange>> open = new LinkedHashMap<>(changes);
        for (int i = 0; i < base.size() && !open.isEmpty(); i++) {
            base.fragments(i).forEach(fragment -> open.remove(fragment.id()));
        }
        for (Map.Entry<UUID, List<PartChange>> unknown : open.entrySet()) {
            throw PartChange.noFragment(unknown.getValue().get(0).name(), unknown.getKey());
        }
    }

    private List<Fragment> readWhere(PartTest test) throws IOException {
        List<Action> since = new ArrayList<>();
        changes.values().forEach(list -> list.forEach(change -> since.add(change.action())));
        BitSet whole = new BitSet();
        BitSet changed = new BitSet();
        for (int i = 0; i < base.size(); i++) {
            PartFile part = base.files().get(i);
            if (test.mayMatch(part, List.of())) {
                whole.set(i);
            } else if (!since.isEmpty() && (base.isRead(i) || test.mayMatch(part, since))) {
                changed.set(i);
            }
        }
        BitSet wanted = (BitSet) whole.clone();
        wanted.or(changed);
        base.read(wanted);
        List<Fragment> found = new ArrayList<>();
        for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
            for (Fragment fragment : readPart(i).values()) {
                if (whole.get(i) || changes.containsKey(fragment.id())) {
                    found.add(fragment);
                }
            }
        }
        found.addAll(others.values());
        return found;
    }

    /** The fragments that a part has, with all changes since. */
    private Map<UUID, Fragment> readPart(int part) throws IOException {
        Map<UUID, Fragment> known = ofParts.get(part);
        if (known == null) {
            known = new LinkedHashMap<>();
            for (Fragment then : base.fragments(part)) {
                Optional<Fragment> now = PartChange.apply(changes.getOrDefault(then.id(), List.of()), then);
                if (now.isPresent()) {
                    PartChange.check(
                            !others.containsKey(then.id()),
                            base.files().get(part).path(),
                            then + " is added a second time by a later version");
                    known.put(then.id(), now.get());
                }
            }
            ofParts.set(part, known);
        }
        return known;
    }
}
