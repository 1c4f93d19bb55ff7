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
package dev.stoa.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One transaction as a plain list of rows where the deleted base rows are left in their places. */
final class GhostModel {
    /** A row, and whether it is a deleted one. */
    private record Place(Row row, boolean deleted) {}

    private final int baseRows;
    private final List<Place> places = new ArrayList<>();
    private final DeltaEditor editor;
    private int rows;

    GhostModel(int baseRows) {
        this.baseRows = baseRows;
        editor = DeltaTree.empty(baseRows).edit();
        rows = baseRows;
        for (int i = 0; i < baseRows; i++) {
            places.add(new Place(Row.base(i), false));
        }
    }

    DeltaTree tree() {
        return editor.freeze();
    }

    /** Does one random operation, in front of or at rows of a part of the image. */
    void operate(Random random, double from, double to) {
        int rid = (int) (rows * (from + random.nextDouble() * (to - from)));
        int kind = random.nextInt(4);
        if (rows == 0 || kind < 2) {
            long reference = Model.reference();
            editor.insert(rid, reference);
            places.add(rid == 0 ? 0 : at(rid - 1) + 1, new Place(Row.inserted(reference), false));
            rows++;
        } else if (kind == 2) {
            int count = Math.min(rows - rid, 1 + random.nextInt(random.nextInt(4) == 0 ? 5 : 1));
            editor.delete(rid, count);
            for (int i = 0; i < count; i++) {
                delete(at(rid));
            }
            rows -= count;
        } else {
            int column = random.nextInt(Model.COLUMNS);
            long value = random.nextInt(8) == 0 ? DeltaTree.SET_NULL : Model.reference();
            editor.modify(rid, column, value);
            int at = at(rid);
            places.set(at, new Place(places.get(at).row().modify(column, value), false));
        }
    }

    private int at(int rid) {
        int left = rid;
        for (int i = 0; ; i++) {
            if (!places.get(i).deleted() && left-- == 0) {
                return i;
            }
        }
    }

    private void delete(int at) {
        Row row = places.get(at).row();
        if (row.base() < 0) {
            places.remove(at);
        } else {
            places.set(at, new Place(row, true));
        }
    }

    /** What must be found in conflict: kind, row and column of each. */
    Set<String> conflicts(GhostModel committed) {
        Set<String> found = new TreeSet<>();
        for (int sid = 0; sid < baseRows; sid++) {
            Place mine = base(sid);
            Place theirs = committed.base(sid);
            if (mine.deleted() && theirs.deleted()) {
                found.add("BOTH_DELETED " + sid + " -1");
            } else if (mine.deleted()) {
                for (int column : theirs.row().modified().keySet()) {
                    found.add("DELETED_MODIFIED " + sid + " " + column);
                }
            } else {
                for (int column : mine.row().modified().keySet()) {
                    if (theirs.deleted()) {
                        found.add("MODIFIED_DELETED " + sid + " " + column);
                    } else if (theirs.row().modified().containsKey(column)) {
                        found.add("BOTH_MODIFIED " + sid + " " + column);
                    }
                }
            }
        }
        return found;
    }

    /** The image of what was committed and of this after it; there are no conflicts. */
    List<Row> image(GhostModel committed) {
        List<Row> image = new ArrayList<>();
        int mine = 0;
        int theirs = 0;
        for (int sid = 0; sid <= baseRows; sid++) {
            theirs = committed.addInserted(theirs, image);
            mine = addInserted(mine, image);
            if (sid == baseRows) {
                break;
            }
            Place my = places.get(mine++);
            Place their = committed.places.get(theirs++);
            if (!my.deleted() && !their.deleted()) {
                Map<Integer, Long> modified = new TreeMap<>(their.row().modified());
                modified.putAll(my.row().modified());
                image.add(new Row(sid, 0, modified));
            }
        }
        return image;
    }

    private int addInserted(int from, List<Row> image) {
        int at = from;
        while (at < places.size() && places.get(at).row().base() < 0) {
            image.add(places.get(at++).row());
        }
        return at;
    }

    private Place base(int sid) {
        return places.stream()
                .filter(place -> place.row().base() == sid)
                .findFirst()
                .orElseThrow();
    }
}
