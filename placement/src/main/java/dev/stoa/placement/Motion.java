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

import java.util.Set;

/**
 * A part whose copies go from some nodes to those of a map.
 *
 * @param part which one
 * @param leaving the nodes whose copies go once the nodes of the map have theirs; none if copies only come
 */
public record Motion(Part part, Set<String> leaving) {
    /** Copies the set. */
    public Motion {
        leaving = Set.copyOf(leaving);
    }
}
