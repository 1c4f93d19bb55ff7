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

/**
 * Something that is wrong with a table, as {@link TableVerifier} found it.
 *
 * @param kind of the fault
 * @param path of the file, relative to the table's folder
 * @param what is wrong with it, and where in the file
 * @param ofNewest whether the newest version is concerned, or rows of older ones only
 */
public record TableFault(Kind kind, String path, String what, boolean ofNewest) {

    /** The kinds of faults, and what to do about each. */
    public enum Kind {
        /** Entries of the log are missing, though later ones exist. */
        MISSING_ENTRY("repair the log"),
        /** An entry of the log can't be read, or contradicts those before it. */
        DAMAGED_ENTRY("repair the log"),
        /** The checkpoint of the oldest version is missing. */
        MISSING_CHECKPOINT(
                "repair the log; the versions up to the next checkpoint are lost unless a copy has the file"),
        /** A checkpoint can't be read. */
        DAMAGED_CHECKPOINT("repair the log; where the entries below it are sound, nothing is lost"),
        /** A checkpoint can be read, and differs from the entries that it replaces. */
        WRONG_CHECKPOINT("repair the log; nothing is lost"),
        /** A floor marker is missing, can't be read, or does not follow the one before it. */
        DAMAGED_FLOOR("repair the log; nothing is lost"),
        /** The hint is no version of a checkpoint, or one that does not exist yet. */
        WRONG_HINT("repair the log; nothing is lost unless the newest entries were removed"),
        /** A data file is missing. */
        MISSING_DATA("restore the file from a copy, or give its rows up by a repair"),
        /** Another file has the name of a data file in the log. */
        REPLACED_DATA("restore the file from a copy, or give its rows up by a repair"),
        /** A data file is damaged. */
        DAMAGED_DATA("restore the file from a copy, or salvage its rows by a repair"),
        /** A sidecar is missing. */
        MISSING_SIDECAR("restore the file from a copy, or give its changes up by a repair"),
        /** Another file has the name of a sidecar in the log. */
        REPLACED_SIDECAR("restore the file from a copy, or give its changes up by a repair"),
        /** A sidecar is damaged, or not about the rows that the log says. */
        DAMAGED_SIDECAR("restore the file from a copy, or give its changes up by a repair"),
        /** An index file is damaged or wrong. */
        DAMAGED_INDEX("drop the index and make it anew; a repair sets it aside"),
        /** The log says something else of a file than the file does: rows, columns, bounds. */
        WRONG_ENTRY("write the rows of the file anew by a repair"),
        /** Rows are not as the table declares: out of order, of another partition, with a key that another row has, or against a constraint. */
        UNDECLARED_ROWS("change the rows, or what the table declares");

        private final String remedy;

        Kind(String remedy) {
            this.remedy = remedy;
        }

        /** The remedy, as a sentence without a full stop. */
        public String remedy() {
            return remedy;
        }

        /** Whether the log itself is concerned, and not the files that it names. */
        boolean isOfLog() {
            return ordinal() <= WRONG_HINT.ordinal();
        }
    }

    @Override
    public String toString() {
        return path + ": " + what;
    }
}
