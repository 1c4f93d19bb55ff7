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

import dev.stoa.table.internal.log.Changes;

/**
 * The files that a transaction adds to a table. The figures are those of the transaction: no file and no log is read for them.
 *
 * @param files the data files of new rows
 * @param sidecars the sidecars, those in the log included
 * @param bytes the length of both
 * @param rows the new rows
 * @param deletedRows the rows that the sidecars delete
 */
public record AddedFiles(long files, long sidecars, long bytes, long rows, long deletedRows) {

    static AddedFiles of(Changes changes) {
        long bytes = 0;
        long rows = 0;
        for (Changes.NewFragment fragment : changes.added.values()) {
            bytes += fragment.file().identity().length();
            rows += fragment.rows();
        }
        long sidecars = 0;
        long deleted = 0;
        for (var added : changes.sidecars.values()) {
            for (SidecarFile.Added sidecar : added) {
                sidecars++;
                bytes += sidecar.identity().length();
                deleted += sidecar.deletedRows();
            }
        }
        return new AddedFiles(changes.added.size(), sidecars, bytes, rows, deleted);
    }
}
