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
package dev.stoa.placement;

import java.util.List;

/**
 * A step from one map to the next, which changes no store.
 *
 * @param after the next map
 * @param moves the partitions that get other holders or another responsible node
 * @param fewestCopies how many copies any step to equal shares makes at least, if racks are no hindrance
 * @param fewestChanges how many partitions get another responsible node in any such step at least
 */
public record Plan(PlacementMap after, List<Move> moves, int fewestCopies, int fewestChanges) {
    /**
     * A partition whose nodes change.
     *
     * @param part which one
     * @param coming the nodes that get a copy
     * @param leaving the nodes that give theirs up, or have lost it
     * @param responsibleBefore who was responsible
     * @param responsibleAfter who is responsible then
     */
    public record Move(
            Part part, List<String> coming, List<String> leaving, String responsibleBefore, String responsibleAfter) {}

    /** Whether the step changes the map: its nodes, or where partitions belong. */
    public boolean isChange(PlacementMap before) {
        return !moves.isEmpty() || !after.nodes().equals(before.nodes());
    }

    /** Returns how many copies come. */
    public int copies() {
        return moves.stream().mapToInt(move -> move.coming().size()).sum();
    }

    /** Returns how many partitions get another responsible node. */
    public int changes() {
        return (int) moves.stream()
                .filter(move -> !move.responsibleBefore().equals(move.responsibleAfter()))
                .count();
    }
}
