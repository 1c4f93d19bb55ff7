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
package dev.stoa.table.internal.check;

import dev.stoa.reader.FileIdentity;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.schema.TableSchema;
import java.util.Optional;

/**
 * A file that retained versions reference.
 *
 * @param schema of the first of these versions
 * @param fragment that has it
 * @param data the data file; absent of a sidecar
 * @param sidecar the sidecar, likewise
 * @param isNewest whether the newest version references it
 */
public record FileUse(
        TableSchema schema,
        Fragment fragment,
        Optional<DataFile> data,
        Optional<SidecarFile> sidecar,
        boolean isNewest) {
    /** Where the file is. */
    public String path() {
        return data.map(DataFile::path).orElseGet(() -> sidecar.orElseThrow().path());
    }

    /** The identity of the file by the log. */
    public FileIdentity identity() {
        return data.map(DataFile::identity)
                .orElseGet(() -> sidecar.orElseThrow().identity());
    }
}
