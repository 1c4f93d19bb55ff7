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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/**
 * A list of known length. It makes the text of a line when the line comes on the screen.
 *
 * @param title a short name
 * @param notes sentences above the list
 * @param head of the columns
 * @param count the number of lines
 * @param line the cells of a line
 * @param opener opens the view for a line
 */
record ListView(
        String title, List<String> notes, List<String> head, int count, IntFunction<List<String>> line, Opener opener)
        implements View {

    /** Opens the view for a line. */
    interface Opener {
        /** An opener for lists whose lines open nothing. */
        Opener NOTHING = line -> Optional.empty();

        Optional<View> open(int line) throws IOException;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(count);
    }

    @Override
    public int columns() {
        return head.size();
    }

    @Override
    public Part part(long first, int most, int firstColumn) {
        List<List<String>> lines = new ArrayList<>();
        for (long i = first; i < Math.min(count, first + most); i++) {
            List<String> cells = line.apply((int) i);
            lines.add(cells.subList(firstColumn, cells.size()));
        }
        return new Part(head.subList(firstColumn, head.size()), lines);
    }

    @Override
    public Optional<View> open(long number) throws IOException {
        return opener.open((int) number);
    }
}
