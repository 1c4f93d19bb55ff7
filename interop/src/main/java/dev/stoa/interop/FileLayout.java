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
package dev.stoa.interop;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The layout of a file, from its footer alone.
 *
 * @param rows of the file
 * @param facts about the file as a whole, such as its writer, one per entry
 * @param columns with values, those in nested columns too
 */
public record FileLayout(long rows, List<String> facts, List<Column> columns) {
    /**
     * A column of the file. A number is absent if the footer does not tell it.
     *
     * @param path names from the top-level column down, with dots
     * @param type in the words of the format
     * @param encodings and compression in the words of the format; empty if the footer does not tell them
     * @param bytes in the file
     * @param plainBytes before compression
     * @param nulls rows without a value
     * @param min the least value as text
     * @param max the greatest value as text
     */
    public record Column(
            String path,
            String type,
            String encodings,
            OptionalLong bytes,
            OptionalLong plainBytes,
            OptionalLong nulls,
            Optional<String> min,
            Optional<String> max) {}
}
