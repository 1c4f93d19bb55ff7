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
package dev.stoa.format.internal.encoding.wire;

import java.util.List;
import java.util.stream.Collectors;

/** Writes the tree of an {@link Encoding} for people. */
final class EncodingText {
    private EncodingText() {}

    /** The tree, such as {@code NULLABLE(PFOR)}. */
    static String of(Encoding encoding) {
        List<Encoding> children = encoding.children();
        return encoding.id().name()
                + encoding.parameters()
                + (children.isEmpty()
                        ? ""
                        : children.stream().map(Encoding::toString).collect(Collectors.joining(", ", "(", ")")));
    }
}
