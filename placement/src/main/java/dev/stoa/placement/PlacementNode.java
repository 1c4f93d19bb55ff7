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

/**
 * A node of the cluster.
 *
 * @param name the host's name, as the store reports it for blocks
 * @param rack its rack, such as {@code /rack1}
 * @param weight its share of the partitions against that of other nodes, 1 to 1,000
 * @param state whether it takes partitions
 */
public record PlacementNode(String name, String rack, int weight, State state) {
    private static final int MOST_WEIGHT = 1000;

    /** Whether a node takes partitions. */
    public enum State {
        /** Holds partitions and takes new ones. */
        IN,
        /** Its copies are readable, and the next plan moves them away. */
        DRAINING,
        /** Its copies are lost. */
        OUT
    }

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a name is empty or has white space, or the weight is out of range
     */
    public PlacementNode {
        checkWord("name", name);
        checkWord("rack", rack);
        if (weight < 1 || weight > MOST_WEIGHT) {
            throw new IllegalArgumentException(
                    "node " + name + " has the weight " + weight + "; give one from 1 to " + MOST_WEIGHT);
        }
    }

    /** Returns the node in another state. */
    public PlacementNode in(State other) {
        return new PlacementNode(name, rack, weight, other);
    }

    private static void checkWord(String what, String word) {
        if (word.isEmpty() || word.chars().anyMatch(c -> c <= ' ' || c == 127)) {
            throw new IllegalArgumentException(
                    "the " + what + " '" + word + "' of a node is empty or has white space; give one word");
        }
    }
}
