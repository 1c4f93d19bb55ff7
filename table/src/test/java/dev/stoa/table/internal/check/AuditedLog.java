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

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Expiry;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableFault;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A log to be damaged and audited: versions 0 to 9 of a row each, with checkpoints 4 and 8. */
class AuditedLog {
    private static final MemoryFolder MADE = new MemoryFolder();

    private MemoryFolder folder;

    @BeforeAll
    static void makeOnce() throws IOException {
        if (MADE.list("").isEmpty()) {
            insert(Table.create(MADE, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT), 9);
        }
    }

    @BeforeEach
    void make() {
        folder = MADE.copy();
    }

    static void insert(Table table, int newest) throws IOException {
        for (long version = table.snapshot().version() + 1; version <= newest; version++) {
            Transaction insert = table.begin("insert");
            Rows.insert(insert, table.folder(), Rows.row(version, 1, "s"));
            insert.commit();
        }
    }

    MemoryFolder folder() {
        return folder;
    }

    Table open() throws IOException {
        return Table.open(folder(), TableSettings.DEFAULT);
    }

    static String entry(long version) {
        return Log.entryName(version);
    }

    static String checkpoint(long version) {
        return Log.checkpointName(version);
    }

    static String marker(long number) {
        return Floors.name(number);
    }

    boolean exists(String file) {
        return folder.find(file).isPresent();
    }

    /** Deletes a file, which must exist. */
    void delete(String file) {
        assertTrue(folder.delete(file), file);
    }

    /** Makes or replaces a file. */
    void put(String file, String text) {
        folder.put(file, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Makes or replaces a file by one that is none of a log. */
    void spoil(String file) {
        put(file, "unreadable");
    }

    /** Makes or replaces a file as it is elsewhere. */
    void takeBack(MemoryFolder from, String file) {
        folder.put(file, from.bytes(file));
    }

    LogAudit audit() throws IOException {
        return LogAudit.read(new Log(folder()));
    }

    static TableFault fault(TableFault.Kind kind, String path, String what) {
        return new TableFault(kind, path, what, true);
    }

    static TableFault missing(long version, String what) {
        return fault(TableFault.Kind.MISSING_ENTRY, Log.entryName(version), what);
    }

    static TableFault missing(long version) {
        return missing(version, "it is missing, though files of later versions exist");
    }

    void expire(int keep) throws IOException {
        Expiry.plan(open(), Duration.ZERO, keep, Duration.ZERO).run();
    }

    /** The versions of the best state, of its start and its base, and the oldest one that is known. */
    static List<Long> known(LogAudit audit) {
        return List.of(
                audit.best().map(TableState::version).orElse(-1L),
                audit.start().map(TableState::version).orElse(-1L),
                audit.base(),
                audit.oldest());
    }
}
