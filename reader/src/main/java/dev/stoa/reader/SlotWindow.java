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
package dev.stoa.reader;

import java.util.Arrays;
import java.util.Optional;

/** The granules of a column that are held, by ordinal: an array over the part of the file in which a scan works. */
final class SlotWindow {
    private static final int LEAST = 16;

    private Slot[] slots = new Slot[0];
    private int first;
    private int held;

    /** Whether a granule is held. */
    boolean has(int granule) {
        int at = granule - first;
        return at >= 0 && at < slots.length && slots[at] != null;
    }

    /** A granule. */
    Optional<Slot> get(int granule) {
        return has(granule) ? Optional.of(slots[granule - first]) : Optional.empty();
    }

    /** Adds a granule that is not held. */
    void put(int granule, Slot slot) {
        if (held == 0) {
            first = granule;
        }
        if (granule < first || granule - first >= slots.length) {
            cover(granule);
        }
        slots[granule - first] = slot;
        held++;
    }

    /** Makes room for one granule more. */
    private void cover(int granule) {
        int low = held == 0 ? granule : Math.min(first, granule);
        int high = granule;
        for (int at = slots.length - 1; at >= 0; at--) {
            if (slots[at] != null) {
                high = Math.max(high, first + at);
                break;
            }
        }
        long wanted = Math.max(LEAST, high - low + 1L);
        Slot[] covering = new Slot[(int) Math.min(Integer.MAX_VALUE - 8L, wanted + wanted / 2)];
        for (int at = 0; at < slots.length; at++) {
            if (slots[at] != null) {
                covering[first + at - low] = slots[at];
            }
        }
        slots = covering;
        first = low;
    }

    /** Removes granules that are held. */
    void remove(int from, int to) {
        Arrays.fill(slots, from - first, to - first, null);
        held -= to - from;
    }
}
