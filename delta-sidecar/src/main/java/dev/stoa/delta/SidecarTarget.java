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

import java.util.Objects;

/**
 * The fragment that a sidecar's positions are of.
 *
 * @param fragment the id of the fragment, as its table names it
 * @param rows the rows of the fragment's row space: positions are below
 * @param version the version of the table that the rows were read from
 */
public record SidecarTarget(String fragment, long rows, long version) {
    /** Checks the ranges. */
    public SidecarTarget {
        Objects.requireNonNull(fragment, "fragment is null");
        if (rows < 0 || rows > 1L << 42) {
            throw new IllegalArgumentException("a row space of " + rows + " rows is out of range");
        }
        if (version < 0) {
            throw new IllegalArgumentException("version " + version + " is negative");
        }
    }
}
