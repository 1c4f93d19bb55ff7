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

/** Reads the changes that layers make together. */
final class LayersReader implements RangeReader {
    private final Runs runs;

    LayersReader(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void seek(long sid) {
        runs.seek(sid);
    }

    @Override
    public void read(long first, long end, RangeChanges changes) {
        runs.extend(end);
        long quiet = runs.quiet();
        if (quiet > end - first || quiet == end - first && !runs.atEnd()) {
            runs.pass(end - first);
            changes.end(end, true);
            return;
        }
        long seen = first;
        while (runs.more()) {
            if (changes.isFull()) {
                changes.end(seen, false);
                return;
            }
            runs.take(Long.MAX_VALUE);
            if (runs.first < 0) {
                changes.insert(seen, runs.row);
                for (int i = 0; i < runs.modifies; i++) {
                    changes.modifyInserted(runs.columns[i], runs.values[i]);
                }
            } else {
                changes.delete(seen, runs.first);
                for (int i = 0; i < runs.modifies; i++) {
                    changes.modify(runs.first, runs.columns[i], runs.values[i]);
                }
                seen = runs.first + runs.count;
            }
        }
        changes.delete(seen, end);
        changes.end(end, true);
    }
}
