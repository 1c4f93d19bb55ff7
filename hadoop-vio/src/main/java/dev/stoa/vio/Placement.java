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
package dev.stoa.vio;

import java.util.List;

/**
 * A range of a file, and the hosts that have a copy of it.
 *
 * @param offset where they start
 * @param length how many
 * @param hosts their names
 */
public record Placement(long offset, long length, List<String> hosts) {

    /** Copies the list. */
    public Placement {
        hosts = List.copyOf(hosts);
    }
}
