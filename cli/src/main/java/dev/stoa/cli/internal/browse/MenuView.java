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

/**
 * The parts of a file or a table.
 *
 * @param title a short name
 * @param notes sentences above the parts
 * @param entries the parts
 * @param filtering opens the view that says what a filter prunes
 * @param opened what to close with this view
 */
record MenuView(String title, List<String> notes, List<Entry> entries, Filtering filtering, Closeable opened)
        implements View {

    /**
     * A part.
     *
     * @param name of the part
     * @param text how much it is
     * @param opener opens it
     */
    record Entry(String name, String text, Opener opener) {}

    /** Opens a view. */
    interface Opener {
        View open() throws IOException;
    }

    /** Opens the view that says what a filter prunes. */
    interface Filtering {
        /** For menus that filter nothing. */
        Filtering NONE = (text, filter) -> Optional.empty();

        Optional<View> of(String text, Filter filter) throws IOException;
    }

    private ListView list() {
        return new ListView(
                title,
                notes,
                List.of("part", "size"),
                entries.size(),
                i -> List.of(entries.get(i).name(), entries.get(i).text()),
                i -> Optional.of(entries.get(i).opener().open()));
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(entries.size());
    }

    @Override
    public int columns() {
        return list().columns();
    }

    @Override
    public Part part(long first, int count, int firstColumn) {
        return list().part(first, count, firstColumn);
    }

    @Override
    public Optional<View> open(long line) throws IOException {
        return list().open(line);
    }

    @Override
    public Optional<View> filtered(String text, Filter filter) throws IOException {
        return filtering.of(text, filter);
    }

    @Override
    public void close() throws IOException {
        opened.close();
    }
}
