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

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.WhereParser;
import dev.stoa.cli.internal.print.FailureText;
import dev.stoa.reader.Filter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Obeys keys: holds a stack of views, with a selected line in each. It knows no terminal. */
final class Browser implements Closeable {
    private static final String KEYS = "Enter open, Esc back, / filter, g go to a line, arrows and pages move, q quit";

    /** The lines of a screen that are neither notes nor a list: path, head and bottom. */
    private static final int FRAME_LINES = 3;

    private final List<Place> places = new ArrayList<>();
    private int page = 1;
    private String status = "";
    private Optional<Prompt> prompt = Optional.empty();
    private boolean isOpen = true;

    /** A view, and where in it one is. */
    private static final class Place {
        final View view;
        long top;
        long selected;
        int column;

        Place(View view) {
            this.view = view;
        }
    }

    /** A line that the user types. */
    private record Prompt(boolean isFilter, String text) {
        Prompt with(String changed) {
            return new Prompt(isFilter, changed);
        }
    }

    /** Begins with a view, which belongs to the browser from now on. */
    Browser(View first) {
        places.add(new Place(first));
    }

    /** Returns whether the last key did not end the browser. */
    boolean isOpen() {
        return isOpen;
    }

    private Place place() {
        return places.get(places.size() - 1);
    }

    /**
     * Returns what a screen shows now.
     *
     * @param height the lines of the screen
     */
    Scene scene(int height) {
        Place place = place();
        List<String> notes = place.view.notes();
        page = Math.max(1, height - FRAME_LINES - notes.size());
        View.Part part = View.Part.NONE;
        try {
            part = part(place);
        } catch (IOException | IllegalArgumentException e) {
            fail(e);
        }
        int selected = (int) (place.selected - place.top);
        return new Scene(
                places.stream().map(p -> p.view.title()).toList(),
                notes,
                part.head(),
                part.lines(),
                selected < part.lines().size() ? selected : -1,
                bottom(place));
    }

    /** The lines around the selected one. If the list ends above it, the last line becomes the selected one. */
    private View.Part part(Place place) throws IOException {
        place.top = Math.max(Math.min(place.top, place.selected), place.selected - page + 1);
        View.Part part = place.view.part(place.top, page, place.column);
        if (place.selected - place.top < part.lines().size()
                || place.view.size().isEmpty()) {
            return part;
        }
        long size = place.view.size().getAsLong();
        place.selected = Math.max(0, size - 1);
        place.top = Math.max(0, size - page);
        return place.view.part(place.top, page, place.column);
    }

    private String bottom(Place place) {
        if (prompt.isPresent()) {
            return (prompt.get().isFilter() ? "filter: " : "go to line: ")
                    + prompt.get().text() + "_";
        }
        if (!status.isEmpty()) {
            return status;
        }
        String of = place.view.size().isPresent()
                ? String.format(Locale.ROOT, "%,d", place.view.size().getAsLong())
                : "?";
        return String.format(Locale.ROOT, "line %,d of %s   %s", place.selected, of, KEYS);
    }

    /** Does what a key is for. */
    void press(Press press) {
        status = "";
        try {
            if (prompt.isPresent()) {
                type(press, prompt.get());
            } else {
                move(press);
            }
        } catch (IOException | IllegalArgumentException | CommandException e) {
            fail(e);
        }
    }

    private void fail(Exception failure) {
        status = failure instanceof IOException ? FailureText.oneLine(failure) : String.valueOf(failure.getMessage());
    }

    private void move(Press press) throws IOException {
        Place place = place();
        switch (press.key()) {
            case UP -> place.selected = Math.max(0, place.selected - 1);
            case DOWN -> place.selected++;
            case PAGE_UP -> place.selected = Math.max(0, place.selected - page);
            case PAGE_DOWN -> {
                place.selected += page;
                place.top += page;
            }
            case HOME -> place.selected = 0;
            case END -> end(place);
            case LEFT -> place.column = Math.max(0, place.column - 1);
            case RIGHT -> place.column = Math.min(place.view.columns() - 1, place.column + 1);
            case ENTER -> place.view.open(place.selected).ifPresent(view -> places.add(new Place(view)));
            case ESCAPE, BACKSPACE -> back();
            case CHARACTER -> command(press.character());
            case UNKNOWN -> {
                // nothing
            }
        }
    }

    private void end(Place place) {
        if (place.view.size().isPresent()) {
            place.selected = Math.max(0, place.view.size().getAsLong() - 1);
        } else {
            status = "The number of rows is unknown until the scan reaches the end: use Page Down, or g and a number";
        }
    }

    private void back() throws IOException {
        if (places.size() > 1) {
            places.remove(places.size() - 1).view.close();
        }
    }

    private void command(int character) throws IOException {
        switch (character) {
            case 'q' -> isOpen = false;
            case 'j' -> move(Press.of(Press.Key.DOWN));
            case 'k' -> move(Press.of(Press.Key.UP));
            case '/' -> prompt = Optional.of(new Prompt(true, ""));
            case 'g' -> prompt = Optional.of(new Prompt(false, ""));
            default -> status = KEYS;
        }
    }

    private void type(Press press, Prompt typed) throws IOException {
        String text = typed.text();
        switch (press.key()) {
            case CHARACTER -> prompt = Optional.of(typed.with(text + Character.toString(press.character())));
            case BACKSPACE ->
                prompt = Optional.of(typed.with(
                        text.isEmpty() ? "" : text.substring(0, text.offsetByCodePoints(text.length(), -1))));
            case ESCAPE -> prompt = Optional.empty();
            case ENTER -> {
                prompt = Optional.empty();
                if (typed.isFilter()) {
                    filter(text);
                } else {
                    goTo(text);
                }
            }
            default -> {
                // the prompt has one line, whose end is typed
            }
        }
    }

    /** Asks the last view that filters. */
    private void filter(String text) throws IOException {
        Filter filter = WhereParser.parse(text);
        for (int i = places.size() - 1; i >= 0; i--) {
            Optional<View> view = places.get(i).view.filtered(text, filter);
            if (view.isPresent()) {
                places.add(new Place(view.get()));
                return;
            }
        }
    }

    private void goTo(String text) {
        if (!text.matches("[0-9]{1,18}")) {
            status = "'" + text + "' is not the number of a line, such as 4096";
            return;
        }
        place().selected = Long.parseLong(text);
        place().top = place().selected;
    }

    @Override
    public void close() throws IOException {
        while (!places.isEmpty()) {
            places.remove(places.size() - 1).view.close();
        }
    }
}
