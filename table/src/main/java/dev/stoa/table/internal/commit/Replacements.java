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
package dev.stoa.table.internal.commit;

import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Type;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.SidecarImport;
import dev.stoa.table.internal.log.SidecarRoom;
import dev.stoa.table.internal.log.SidecarSink;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.scan.AnchoredGroup;
import dev.stoa.table.internal.scan.TableImage;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * Rebases a transaction onto a commit if one of both has rewritten fragments whose rows the other changes. Changes of the
 * old rows become changes of the new ones (docs/adr/0029). Conflicts were refused before, by
 * {@link Conflicts}.
 */
public final class Replacements {
    private final Folder folder;
    private final SidecarRoom room;
    private final Map<Integer, Type> bounded;
    private final Changes mine;
    private final long base;
    private final TableImage image;
    private final TableState before;
    private final LogContents theirs;

    /**
     * A transaction and a commit.
     *
     * @param image the version before the commit
     * @param bounded the fields with bounds in the log
     * @param base the version that the transaction began with
     */
    public Replacements(
            TableImage image,
            Map<Integer, Type> bounded,
            Changes mine,
            SidecarRoom room,
            long base,
            LogContents theirs) {
        this.image = image;
        this.folder = image.folder();
        this.room = room;
        this.bounded = bounded;
        this.mine = mine;
        this.base = base;
        this.before = image.state();
        this.theirs = theirs;
    }

    /** Changes the transaction so that it can follow the commit. */
    public void apply() throws IOException {
        for (UUID successor : theirs.successors()) {
            follow(successor);
        }
        List<Action.AddSidecar> late = new ArrayList<>();
        for (Action action : theirs.actions()) {
            if (action instanceof Action.AddSidecar added
                    && !theirs.keepsRows(added)
                    && mine.removed.containsKey(added.fragment())) {
                late.add(added);
            }
        }
        if (!late.isEmpty()) {
            takeAlong(late);
        }
    }

    /** Where the rows of fragments are in their successor, by fragment. */
    private Map<UUID, MovedRows> moved(Map<UUID, Action.RemoveFragment> removed, long version) throws IOException {
        Set<UUID> guests = new HashSet<>();
        for (UUID id : removed.keySet()) {
            for (SidecarFile sidecar : before.fragments().get(id).sidecars()) {
                if (sidecar.version() <= version) {
                    sidecar.inserted().ifPresent(guests::add);
                }
            }
        }
        Map<UUID, MovedRows> moved = new HashMap<>();
        for (Action.RemoveFragment host : removed.values()) {
            if (!guests.contains(host.fragment())) {
                AnchoredGroup group = AnchoredGroup.read(image, host.fragment(), version);
                moved.putAll(MovedGroup.of(group, host.first()));
            }
        }
        return moved;
    }

    /** Applies this transaction's changes of fragments to the one that the commit has put in their place. */
    private void follow(UUID successor) throws IOException {
        Map<UUID, Action.RemoveFragment> sources = new HashMap<>();
        long rows = 0;
        for (Action action : theirs.actions()) {
            if (action instanceof Action.RemoveFragment r && r.successor().equals(Optional.of(successor))) {
                sources.put(r.fragment(), r);
            } else if (action instanceof Action.AddFragment a
                    && a.fragment().id().equals(successor)) {
                rows = a.fragment().rows();
            }
        }
        if (mine.removed.keySet().containsAll(sources.keySet())) {
            mine.removed.keySet().removeAll(sources.keySet());
            mine.removed.put(successor, new Action.RemoveFragment(successor, Optional.empty(), 0));
            return;
        }
        boolean touched =
                sources.keySet().stream().anyMatch(id -> mine.sidecars.containsKey(id) || mine.removed.containsKey(id));
        if (!touched) {
            return;
        }
        Map<UUID, MovedRows> moved = moved(sources, theirs.info().base());
        for (UUID source : sources.keySet()) {
            SidecarMove move = move(moved.get(source), successor, rows);
            List<SidecarFile.Added> sidecars = mine.sidecars.remove(source);
            for (SidecarFile.Added sidecar : sidecars == null ? List.<SidecarFile.Added>of() : sidecars) {
                add(move, sidecar.place(), sidecar.identity(), sidecar.inserted(), successor, rows);
            }
            if (mine.removed.remove(source) != null) {
                delete(moved.get(source), successor, rows);
            }
        }
    }

    /** Changes that were committed to fragments that this transaction rewrites become changes of what it makes of them. */
    private void takeAlong(List<Action.AddSidecar> late) throws IOException {
        Map<UUID, Map<UUID, Action.RemoveFragment>> bySuccessor = new HashMap<>();
        for (Action.RemoveFragment removed : mine.removed.values()) {
            removed.successor()
                    .ifPresent(id -> bySuccessor
                            .computeIfAbsent(id, s -> new HashMap<>())
                            .put(removed.fragment(), removed));
        }
        Map<UUID, Map<UUID, MovedRows>> moved = new HashMap<>();
        for (Action.AddSidecar added : late) {
            UUID successor = mine.removed.get(added.fragment()).successor().orElseThrow();
            if (!moved.containsKey(successor)) {
                moved.put(successor, moved(bySuccessor.get(successor), base));
            }
            long rows = mine.added.get(successor).rows();
            SidecarFile sidecar = added.sidecar();
            SidecarMove move = move(moved.get(successor).get(added.fragment()), successor, rows);
            add(move, sidecar.place(), sidecar.identity(), sidecar.inserted(), successor, rows);
        }
    }

    private SidecarMove move(MovedRows moved, UUID successor, long rows) throws IOException {
        AnchorMove anchors = new AnchorMove(image, successor, this::fragment);
        return new SidecarMove(
                image, anchors, moved, successor, rows, theirs.info().version());
    }

    /** A fragment, as it came or is going to come. */
    private Fragment fragment(UUID id) throws IOException {
        Changes.NewFragment added = mine.added.get(id);
        if (added != null) {
            DataFile.Added file = added.file();
            LogRow later = new LogRow(new LogFile(folder, "", 0, file.identity()), 0); // no entry tells of it yet
            DataFile only = new DataFile(file.path(), file.identity(), file.fields(), file.folded(), later);
            return new Fragment(id, added.rows(), added.partition(), List.of(only), List.of(), later);
        }
        Optional<Fragment> theirFragment = Optional.empty();
        for (Action action : theirs.actions()) {
            if (action instanceof Action.AddFragment a && a.fragment().id().equals(id)) {
                theirFragment = Optional.of(a.fragment());
            } else if (action instanceof Action.AddFile a && a.fragment().equals(id)) {
                theirFragment = theirFragment.map(fragment -> fragment.with(a.file()));
            }
        }
        return theirFragment.isPresent()
                ? theirFragment.get()
                : before.fragments().get(id);
    }

    private void add(
            SidecarMove move,
            SidecarPlace place,
            FileIdentity identity,
            Optional<UUID> inserted,
            UUID successor,
            long rows)
            throws IOException {
        Optional<SidecarPlace> moved = move.run(place, identity, inserted, room.newPath());
        if (moved.isPresent()) {
            addSidecar(successor, moved.get(), rows, inserted);
        }
    }

    private void delete(MovedRows moved, UUID successor, long rows) throws IOException {
        RowRanges deleted = moved.moved(RowRanges.between(0, moved.rows()));
        if (deleted.isEmpty()) {
            return;
        }
        SidecarSink sink = SidecarSink.create(folder, room.newPath(), before);
        SidecarTarget target =
                new SidecarTarget(successor.toString(), rows, theirs.info().version());
        try (SidecarWriter writer = SidecarWriter.create(sink, target, List.of(), WriterOptions.DEFAULT)) {
            writer.delete(deleted);
            writer.finish();
        }
        addSidecar(successor, sink.place(), rows, Optional.empty());
    }

    private void addSidecar(UUID successor, SidecarPlace place, long rows, Optional<UUID> inserted) throws IOException {
        SidecarImport sidecar = SidecarImport.of(folder, room.fit(place), successor, rows);
        mine.add(mine.sidecars, successor, sidecar.added(bounded, inserted, OptionalLong.empty()));
    }
}
