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
package dev.stoa.cli.internal.browse;

import dev.stoa.reader.Filter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A list of lines to look at. Each line may open another view. */
interface View extends Closeable {
    /** Returns a short name for the path at the top of the screen. */
    String title();

    /** Returns sentences to show above the list. */
    List<String> notes();

    /** Returns the number of lines; absent while it is unknown. */
    OptionalLong size();

    /** Returns the number of columns. */
    int columns();

    /**
     * Returns some lines.
     *
     * @param first the number of the first line
     * @param count the maximum number of lines
     * @param firstColumn the number of the first column of each line
     */
    Part part(long first, int count, int firstColumn) throws IOException;

    /** Opens the view for a line; absent if the line has none. */
    default Optional<View> open(long line) throws IOException {
        return Optional.empty();
    }

    /** Opens the view that says what a filter prunes; absent if this view filters nothing. */
    default Optional<View> filtered(String text, Filter filter) throws IOException {
        return Optional.empty();
    }

    /** Releases what the view has opened. */
    @Override
    default void close() throws IOException {
        // most views open nothing
    }

    /**
     * Lines on the screen.
     *
     * @param head of the columns; those that begin with '>' are aligned to the right
     * @param lines cells by line
     */
    record Part(List<String> head, List<List<String>> lines) {
        static final Part NONE = new Part(List.of(), List.of());
    }
}
