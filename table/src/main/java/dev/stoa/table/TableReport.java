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

import java.util.List;

/**
 * The findings of {@link TableVerifier} about a table.
 *
 * @param oldest the oldest version that the log can tell, or -1 if it can tell none
 * @param newest the newest version with a file in the log, or -1
 * @param entries how many entries were read
 * @param checkpoints how many checkpoints were read
 * @param dataFiles how many data files the retained versions reference
 * @param sidecars how many sidecars they reference
 * @param indexes how many index files are next to the data files
 * @param faults what is wrong; none if the table is sound
 * @param notes what is not wrong, but should be known, such as checks that were left out
 * @param unreferenced the files that no retained version references: left by writers that failed, or under way
 * @param doubtful the files without a known reference that may belong to an unreadable file of the log
 */
public record TableReport(
        long oldest,
        long newest,
        int entries,
        int checkpoints,
        int dataFiles,
        int sidecars,
        int indexes,
        List<TableFault> faults,
        List<String> notes,
        List<Expiry.OldFile> unreferenced,
        List<Expiry.OldFile> doubtful) {

    /** Copies the lists. */
    public TableReport {
        faults = List.copyOf(faults);
        notes = List.copyOf(notes);
        unreferenced = List.copyOf(unreferenced);
        doubtful = List.copyOf(doubtful);
    }

    /** Whether nothing is wrong. */
    public boolean isSound() {
        return faults.isEmpty();
    }
}
