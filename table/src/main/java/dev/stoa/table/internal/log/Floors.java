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
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The floor markers of a log (ADR 0066). They are numbered from 1 on without gaps, and none is ever removed. So a missing one
 * proves that the one before it is the last. Safe for several threads.
 */
public final class Floors {
    /** The folder of the markers. */
    public static final String FOLDER = Log.FOLDER + "/floor";

    private final Folder folder;

    public Floors(Folder folder) {
        this.folder = folder;
    }

    /** The path of a marker, relative to the table's folder. */
    public static String name(long number) {
        return String.format(Locale.ROOT, "%s/%0" + Log.NAME_DIGITS + "d", FOLDER, number);
    }

    /** Whether a path is that of a marker. */
    public static boolean isName(String path) {
        String prefix = FOLDER + "/";
        return path.startsWith(prefix)
                && Log.number(path.substring(prefix.length())).isPresent();
    }

    /**
     * Returns the current floor. One request confirms the known one.
     *
     * @throws CorruptFileException if its marker is damaged, or of another table
     */
    public Floor behind(LogPosition position) throws IOException {
        Optional<FloorMarker> marker = newest(position.floor().marker());
        if (marker.isEmpty()) {
            return position.floor();
        }
        Floor floor = marker.get().floor();
        if (!marker.get().table().equals(position.table())) {
            throw new CorruptFileException(path(floor.marker()) + ": the marker belongs to the table "
                    + marker.get().table() + ", this one is " + position.table());
        }
        return floor;
    }

    /** Finds the last marker after a known one, or after 0, by trying the numbers 1, 2, 4 and so on beyond it. */
    Optional<FloorMarker> newest(long known) throws IOException {
        Optional<FloorMarker> last = Optional.empty();
        long step = 1;
        for (Optional<FloorMarker> next = marker(known + step); next.isPresent(); next = marker(known + step)) {
            last = next;
            step *= 2;
        }
        long low = step / 2;
        for (long half = low / 2; half > 0; half /= 2) {
            Optional<FloorMarker> next = marker(known + low + half);
            if (next.isPresent()) {
                last = next;
                low += half;
            }
        }
        return last;
    }

    private String path(long number) {
        return folder.id() + "/" + name(number);
    }

    /** Whether a marker exists, sound or not. */
    public boolean exists(long number) throws IOException {
        return folder.find(name(number)).isPresent();
    }

    /**
     * Reads a marker, if it exists. No request checks that first, because most readers ask for a marker that does not exist.
     *
     * @throws CorruptFileException if it is damaged
     */
    public Optional<FloorMarker> marker(long number) throws IOException {
        byte[] bytes = new byte[FloorMarker.BYTES];
        try (RangeSource source = folder.open(name(number), OptionalLong.of(FloorMarker.BYTES));
                RangeBuffers read = source.read(List.of(new Range(0, FloorMarker.BYTES)))) {
            read.buffer(0).get(bytes);
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            if (e.getCause() instanceof FileNotFoundException) {
                return Optional.empty();
            }
            Optional<Folder.Entry> found = folder.find(name(number));
            if (found.isEmpty()) {
                return Optional.empty();
            }
            if (found.get().isFolder() || found.get().length() != FloorMarker.BYTES) {
                throw FloorMarker.damaged(path(number), "it is not a file of " + FloorMarker.BYTES + " bytes");
            }
            throw e;
        }
        return Optional.of(FloorMarker.read(bytes, path(number), number));
    }

    /** Raises the floor to the version of a state that has a checkpoint, unless the floor is as high already. */
    public void raise(TableState state, Instant now) throws IOException {
        Floor floor = behind(state.position());
        while (floor.version() < state.version()) {
            Optional<FloorMarker> last = floor.marker() == 0 ? Optional.empty() : marker(floor.marker());
            Floor raised = new Floor(floor.marker() + 1, state.version());
            FloorMarker next =
                    FloorMarker.of(state.table(), raised, last, state.position().entry(), now);
            byte[] bytes = next.toBytes();
            SinkOptions options = SinkOptions.SMALL
                    .withExclusive(true)
                    .withExpectedLength(bytes.length)
                    .withReplication(state.properties().logReplication());
            try (FileSink sink = folder.create(name(next.floor().marker()), options)) {
                sink.write(bytes);
                sink.commit();
                return;
            } catch (TargetExistsException e) {
                floor = behind(state.position()
                        .with(floor)); // another expiry was faster, or the store has done what it said that it had not
            }
        }
    }

    /** The numbers of the markers that the store lists. */
    public NavigableSet<Long> list() throws IOException {
        NavigableSet<Long> numbers = new TreeSet<>();
        try {
            for (Folder.Entry entry : folder.list(FOLDER)) {
                Log.number(entry.name()).ifPresent(numbers::add);
            }
        } catch (FileNotFoundException e) {
            return numbers; // nothing was expired yet
        }
        return numbers;
    }
}
