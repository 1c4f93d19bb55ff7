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
package dev.stoa.table.internal.scan;

import dev.stoa.delta.Anchors;
import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;

/**
 * A fragment with its guests, whose rows belong between those of other fragments of the group. It has the deleted rows of each,
 * and the order of all their rows, at a version. Immutable.
 */
public final class AnchoredGroup {
    private final Map<UUID, Member> members;
    private final UUID host;
    private final SortKeys keys;

    /**
     * A fragment of a group.
     *
     * @param deleted its deleted rows
     * @param guests the fragments whose rows belong among its own, oldest first
     */
    public record Member(Fragment fragment, RowRanges deleted, List<Guest> guests) {}

    /** A guest and the places of its rows. */
    record Guest(UUID fragment, Anchors anchors) {}

    /** Takes rows in their order. */
    public interface Order {
        /** The next rows, deleted ones too, are {@code first..end-1} of a fragment; never none. */
        void rows(UUID fragment, long first, long end) throws IOException;

        /** All rows of a fragment were taken, and all guests' rows among or after them. */
        void end(UUID fragment) throws IOException;
    }

    private AnchoredGroup(UUID host, Map<UUID, Member> members, SortKeys keys) {
        this.host = host;
        this.members = members;
        this.keys = keys;
    }

    /**
     * Reads what the sidecars of a group say.
     *
     * @param version sidecars of later versions don't count
     * @throws CorruptFileException if a fragment has two places, or its anchors don't place all its rows
     */
    public static AnchoredGroup read(TableImage image, UUID host, long version) throws IOException {
        Map<UUID, Member> members = new LinkedHashMap<>();
        List<UUID> open = new ArrayList<>(List.of(host));
        Set<UUID> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            UUID id = open.remove(open.size() - 1);
            Member member = member(image, image.fragment(id).orElseThrow().upTo(version));
            members.put(id, member);
            for (Guest guest : member.guests()) {
                if (!seen.add(guest.fragment())) {
                    throw new CorruptFileException(image.folder().id() + ": fragment " + guest.fragment()
                            + " stands twice among the rows of others");
                }
                open.add(guest.fragment());
            }
        }
        return new AnchoredGroup(host, members, new SortKeys(image));
    }

    private static Member member(TableImage image, Fragment fragment) throws IOException {
        List<Guest> guests = new ArrayList<>();
        try (FragmentChanges changes = new FragmentChanges(image, fragment)) {
            for (SidecarFile file : fragment.sidecars()) {
                Optional<Fragment> guest = file.inserted().isPresent()
                        ? image.fragment(file.inserted().get())
                        : Optional.empty();
                if (guest.isPresent()) {
                    Anchors anchors = changes.anchors(file);
                    if (anchors.rows() != guest.get().rows()) {
                        throw new CorruptFileException(image.folder().id() + "/" + file.path()
                                + ": its anchors place " + anchors.rows() + " rows, the fragment "
                                + guest.get().id() + " has " + guest.get().rows());
                    }
                    guests.add(new Guest(guest.get().id(), anchors));
                }
            }
            return new Member(fragment, changes.deletes().deletedRows(), guests);
        }
    }

    /** Its fragments, by id; the host comes first. */
    public Map<UUID, Member> members() {
        return members;
    }

    public long liveRows() {
        long live = 0;
        for (Member member : members.values()) {
            live += member.fragment().rows() - member.deleted().count();
        }
        return live;
    }

    /**
     * Gives all rows in their order. Rows of several guests before one row come in the order of the table. Equal ones, and
     * those of a table without order, come in the order of the guests.
     */
    public void inOrder(Order order) throws IOException {
        Cursor cursor = new Cursor(members.get(host));
        cursor.advance(cursor.rows, order);
    }

    /** How far the rows of a fragment were taken. */
    private final class Cursor {
        private final UUID id;
        private final long rows;
        private final PriorityQueue<Place> places = new PriorityQueue<>();
        private final List<Cursor> empty = new ArrayList<>();
        private long next;
        private boolean ended;

        Cursor(Member member) {
            this.id = member.fragment().id();
            this.rows = member.fragment().rows();
            for (int i = 0; i < member.guests().size(); i++) {
                Guest guest = member.guests().get(i);
                Cursor cursor = new Cursor(members.get(guest.fragment()));
                Place.of(guest.anchors(), 0, i, 0, cursor).ifPresentOrElse(places::add, () -> empty.add(cursor));
            }
        }

        /** Takes the rows up to one, and the guests' rows among them; with the last row also those after it. */
        void advance(long end, Order order) throws IOException {
            while (!places.isEmpty() && (places.peek().position() < end || end == rows)) {
                Place place = places.poll();
                take(place.position(), order);
                List<Place> tied = new ArrayList<>(List.of(place));
                while (!places.isEmpty() && places.peek().position() == place.position()) {
                    tied.add(places.poll());
                }
                if (tied.size() > 1 && !keys.isEmpty()) {
                    merge(tied, order);
                }
                for (Place one : tied) {
                    one.guest().advance(one.end(), order);
                    one.next().ifPresent(places::add);
                }
            }
            take(end, order);
            if (end == rows && !ended) {
                ended = true;
                for (Cursor guest : empty) {
                    guest.advance(0, order);
                }
                order.end(id);
            }
        }

        /** Takes rows of several guests before one row, except the last ones of one guest. */
        private void merge(List<Place> tied, Order order) throws IOException {
            List<Place> open = new ArrayList<>();
            for (Place place : tied) {
                keys.read(members.get(place.guest().id).fragment());
                if (place.guest().next < place.end()) {
                    open.add(place);
                }
            }
            while (open.size() > 1) {
                Place first = open.get(0);
                for (Place place : open) {
                    first = isBefore(place.guest(), first.guest()) ? place : first;
                }
                first.guest().advance(first.guest().next + 1, order);
                if (first.guest().next == first.end()) {
                    open.remove(first);
                }
            }
        }

        private boolean isBefore(Cursor a, Cursor b) {
            return keys.compare(a.id, a.next, b.id, b.next) < 0;
        }

        private void take(long end, Order order) throws IOException {
            if (end > next) {
                order.rows(id, next, end);
                next = end;
            }
        }
    }

    /**
     * The next run of a guest.
     *
     * @param end one past its last row
     */
    private record Place(Anchors anchors, int run, int age, long end, Cursor guest) implements Comparable<Place> {
        static Optional<Place> of(Anchors anchors, int run, int age, long first, Cursor guest) {
            return run == anchors.size()
                    ? Optional.empty()
                    : Optional.of(new Place(anchors, run, age, first + anchors.count(run), guest));
        }

        long position() {
            return anchors.position(run);
        }

        Optional<Place> next() {
            return of(anchors, run + 1, age, end, guest);
        }

        @Override
        public int compareTo(Place other) {
            int byPosition = Long.compare(position(), other.position());
            return byPosition != 0 ? byPosition : Integer.compare(age, other.age);
        }
    }
}
