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
package dev.stoa.table.internal.log;

import dev.stoa.format.UnsupportedFileException;
import dev.stoa.table.TableProperties;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names of what a release must know to read a table, and to write it (format-spec, section 14). A release that does not know a
 * name refuses the table, or leaves it unchanged.
 *
 * @param reader names that a reader must know
 * @param writer names that a writer must know; readers pass them over
 */
public record TableFeatures(Set<String> reader, Set<String> writer) {
    /** A table that each release reads and writes. */
    public static final TableFeatures NONE = new TableFeatures(Set.of(), Set.of());

    private static final String CHECK = "check";
    private static final String TAGS = "tags";
    private static final String BRANCHES = "branches";
    private static final String TRUNCATE = "truncate";

    /** The log may hold small sidecars. */
    private static final String SIDECARS_IN_LOG = "sidecars-in-log";

    private static final Set<String> KNOWN_TO_READERS = Set.of(TRUNCATE, SIDECARS_IN_LOG);
    private static final Set<String> KNOWN_TO_WRITERS = Set.of(CHECK, TAGS, BRANCHES, SIDECARS_IN_LOG);

    /** Copies the sets. */
    public TableFeatures {
        reader = Set.copyOf(reader);
        writer = Set.copyOf(writer);
    }

    /**
     * The same for a table with these properties. CHECK constraints, tags and branches need a writer that knows them, partitions by {@code
     * truncate(n)} a reader, and sidecars in the log both.
     */
    public TableFeatures with(TableProperties properties) {
        Set<String> names = new TreeSet<>(writer);
        names.removeAll(Set.of(CHECK, TAGS, BRANCHES));
        if (!properties.checks().isEmpty()) {
            names.add(CHECK);
        }
        if (!properties.tags().isEmpty()) {
            names.add(TAGS);
        }
        if (!properties.branches().isEmpty()) {
            names.add(BRANCHES);
        }
        Set<String> readers = new TreeSet<>(reader);
        readers.remove(TRUNCATE);
        if (properties.partitionedBy().stream()
                .anyMatch(column -> column.transform().startsWith(TRUNCATE + "("))) {
            readers.add(TRUNCATE);
        }
        if ("true".equals(properties.other().get(TableProperties.SIDECARS_IN_LOG))) {
            readers.add(SIDECARS_IN_LOG);
            names.add(SIDECARS_IN_LOG);
        }
        return new TableFeatures(readers, names);
    }

    /** The features of a new table with these properties. */
    public static TableFeatures ofNew(TableProperties properties) {
        Set<String> both = properties.hasSidecarsInLog() ? Set.of(SIDECARS_IN_LOG) : Set.of();
        return new TableFeatures(both, both).with(properties);
    }

    /** Whether the log may hold small sidecars. */
    boolean hasSidecarsInLog() {
        return reader.contains(SIDECARS_IN_LOG);
    }

    /**
     * Refuses features that no reader of this release knows.
     *
     * @param where the file or table, for the message
     */
    void checkReadable(String where) throws UnsupportedFileException {
        Set<String> unknown = unknown(reader, KNOWN_TO_READERS);
        if (!unknown.isEmpty()) {
            throw new UnsupportedFileException(where + ": the table needs the reader features " + unknown
                    + ", which this release does not know: use a newer release of Stoa");
        }
    }

    /**
     * Refuses features that no writer of this release knows.
     *
     * @param where the table, for the message
     */
    public void checkWritable(String where) throws UnsupportedFileException {
        Set<String> unknown = unknown(writer, KNOWN_TO_WRITERS);
        if (!unknown.isEmpty()) {
            throw new UnsupportedFileException(where + ": the table needs the writer features " + unknown
                    + ", which this release does not know: it can read the table, but not change it; use a newer"
                    + " release of Stoa");
        }
    }

    /** Whether this release may change the table. */
    boolean isWritable() {
        return unknown(writer, KNOWN_TO_WRITERS).isEmpty();
    }

    private static Set<String> unknown(Set<String> needed, Set<String> known) {
        Set<String> unknown = new TreeSet<>(needed);
        unknown.removeAll(known);
        return unknown;
    }
}
