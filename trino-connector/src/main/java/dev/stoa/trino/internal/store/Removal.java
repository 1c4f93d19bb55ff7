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
package dev.stoa.trino.internal.store;

import dev.stoa.table.TableRemoval;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes the files of a table that is dropped. */
public final class Removal {
    private static final Logger LOG = LoggerFactory.getLogger(Removal.class);

    private Removal() {}

    /** Refuses to drop the schema of a table if files that are not the table's would be left in its folder. */
    public static void refuseForeign(Folder folder) throws IOException {
        List<String> foreign = TableRemoval.plan(folder).foreign();
        if (!foreign.isEmpty()) {
            throw StoaErrors.unsupported("the schema can't be dropped: " + folder.id() + " has " + foreign.size()
                    + " files that are not the table's, the first is " + foreign.getFirst()
                    + "; move them elsewhere or delete them first. Nothing was dropped");
        }
    }

    /** Deletes them. Files that are not the table's stay. */
    public static void run(Folder folder) throws IOException {
        TableRemoval removal = TableRemoval.plan(folder);
        removal.run();
        if (!removal.foreign().isEmpty()) {
            LOG.warn(
                    "{}: the table was dropped; {} files that are not its own stay, the first is {}",
                    folder.id(),
                    removal.foreign().size(),
                    removal.foreign().get(0));
        }
    }
}
