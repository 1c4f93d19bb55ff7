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

import java.util.Map;
import java.util.TreeMap;

/**
 * A row of the model.
 *
 * @param base its SID, or -1 if it is inserted
 * @param inserted its reference if it is inserted
 */
record Row(long base, long inserted, Map<Integer, Long> modified) {
    static Row base(long sid) {
        return new Row(sid, 0, Map.of());
    }

    static Row inserted(long reference) {
        return new Row(-1, reference, Map.of());
    }

    Row modify(int column, long value) {
        Map<Integer, Long> more = new TreeMap<>(modified);
        more.put(column, value);
        return new Row(base, inserted, more);
    }

    long insertedAt() {
        return base < 0 ? inserted : DeltaTree.NOT_INSERTED;
    }
}
