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
package dev.stoa.table;

import dev.stoa.vio.Folder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of another format: Delta Lake, Hudi or Iceberg. Only its log says which files and rows count. Its engines do not read other
 * files in its folder, and may delete them.
 *
 * @param folder its folder
 * @param format the name of its format
 */
public record OtherTable(String folder, String format) {
    private static final List<Pattern> ICEBERG_STATES = List.of(
            Pattern.compile("v(\\d{1,9})(\\.gz)?\\.metadata\\.json(\\.gz)?"), // by rename
            Pattern.compile("(\\d{1,9})-.*\\.metadata\\.json(\\.gz)?")); // of a catalog

    /** The children of a folder. */
    public interface Children {
        /** Whether it has a child of a name. */
        boolean has(String name) throws IOException;

        /** Returns the names in a folder in it; none if that does not exist. */
        List<String> names(String folder) throws IOException;
    }

    /** Returns the name of the format of the table that a folder is. */
    public static Optional<String> format(Children in) throws IOException {
        if (in.has("_delta_log")) {
            return Optional.of("Delta Lake");
        } else if (in.has(".hoodie")) {
            return Optional.of("Hudi");
        }
        boolean isIceberg = in.names("metadata").stream()
                .anyMatch(name -> icebergState(name).isPresent());
        return isIceberg ? Optional.of("Iceberg") : Optional.empty();
    }

    /** The number of the state of a table of Iceberg that a file describes, by its name; empty if it describes none. */
    public static OptionalInt icebergState(String name) {
        for (Pattern pattern : ICEBERG_STATES) {
            Matcher matcher = pattern.matcher(name);
            if (matcher.matches()) {
                return OptionalInt.of(Integer.parseInt(matcher.group(1)));
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Finds the table of another format that a folder belongs to.
     *
     * @return that of the folder itself or of one above it; a folder that may not be read is none
     */
    public static Optional<OtherTable> around(Folder folder) throws IOException {
        for (Optional<Folder> at = Optional.of(folder);
                at.isPresent();
                at = at.get().parent()) {
            Folder place = at.get();
            Optional<String> format = Optional.empty();
            try {
                format = format(new InFolder(place));
            } catch (AccessDeniedException e) {
                // who may use a folder need not be allowed to look into those above it
            }
            if (format.isPresent()) {
                return Optional.of(new OtherTable(place.id(), format.get()));
            }
        }
        return Optional.empty();
    }

    /** Says why something is not written in the folder of this table, and what to do. */
    public String refusal(String path) {
        return path + " would be inside the table " + folder + " of " + format
                + ", whose log would not name it: engines would not read it, and may delete it: choose a place elsewhere";
    }

    /**
     * Refuses the folder of a new table.
     *
     * @throws TableException if it is in a table of another format, or is one
     */
    static void refuse(Folder folder) throws IOException {
        Optional<OtherTable> table = around(folder);
        if (table.isPresent()) {
            throw new TableException(table.get().refusal(folder.id()));
        }
    }

    private record InFolder(Folder folder) implements Children {
        @Override
        public boolean has(String name) throws IOException {
            return folder.hasFolder(name);
        }

        @Override
        public List<String> names(String name) throws IOException {
            return has(name)
                    ? folder.list(name).stream().map(Folder.Entry::name).toList()
                    : List.of();
        }
    }
}
