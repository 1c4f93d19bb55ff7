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
package dev.stoa.format.internal.encoding.choice;

import dev.stoa.format.internal.encoding.wire.Encoding;

/** Records how encodings are chosen. */
public interface ChoiceRecorder {
    /** Records nothing. */
    ChoiceRecorder NONE = (part, candidate) -> {};

    /**
     * A candidate was weighed.
     *
     * @param part what it would encode: the values, or a part of a tree above them
     */
    void weighed(String part, Candidate candidate);

    /**
     * A candidate.
     *
     * @param encoding the tree
     * @param bytes what it is estimated to take for the vector
     * @param weight what its decoding costs, in thousandths of its bytes; that of its parts is in the cost only
     * @param cost bytes and weights of the whole tree; the lowest cost wins, the first of equal ones
     */
    record Candidate(Encoding encoding, long bytes, int weight, long cost) {}
}
