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
package dev.stoa.hive.internal.store;

import dev.stoa.table.Table;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds folders of tables with a log. Hive must know these tables, as only the log gives their files a meaning. It looks at
 * all folders above those of a job at once, while the caller does something else: on an object store each look takes a
 * while.
 */
public final class LogFolders {
    private static final String HANDLER = "dev.stoa.hive.StoaStorageHandler";
    private static final int LOOKING = 8;
    private static final ExecutorService LOOKS = Executors.newFixedThreadPool(LOOKING, work -> {
        Thread thread = new Thread(work, "stoa-log-folders");
        thread.setDaemon(true);
        return thread;
    });

    private final Map<Path, Future<Boolean>> above = new LinkedHashMap<>();

    /** Begins to look at what is above some folders. */
    public LogFolders(Configuration configuration, List<Path> folders) throws IOException {
        for (Path folder : folders) {
            for (Path at = folder.getParent(); at != null && !above.containsKey(at); at = at.getParent()) {
                Folder look = Snapshots.folder(configuration, at);
                above.put(at, LOOKS.submit(() -> Table.exists(look)));
            }
        }
    }

    /**
     * Refuses what is in a table that has a log.
     *
     * @throws IOException if one of the folders does
     */
    public void refuse() throws IOException {
        Optional<Path> table = table();
        if (table.isPresent()) {
            throw refused(table.get());
        }
    }

    /**
     * Refuses to write a file into a table that has a log, where no scan would find it.
     *
     * @throws IOException if the file would be in one
     */
    public static void refuseFile(Configuration configuration, Path file) throws IOException {
        Optional<Path> table = new LogFolders(configuration, List.of(file)).table();
        if (table.isPresent()) {
            throw new IOException(refused(table.get()).getMessage()
                    + ", or write to another folder: files in this one count by its log only");
        }
    }

    private Optional<Path> table() throws IOException {
        for (Map.Entry<Path, Future<Boolean>> look : above.entrySet()) {
            try {
                if (look.getValue().get()) {
                    return Optional.of(look.getKey());
                }
            } catch (ExecutionException e) {
                throw new IOException(look.getKey() + ": " + e.getCause().getMessage(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while looking at " + look.getKey());
            }
        }
        return Optional.empty();
    }

    /**
     * Refuses a folder that has a log itself.
     *
     * @throws IOException if it has
     */
    static void refuse(Configuration configuration, Path folder) throws IOException {
        if (Table.exists(Snapshots.folder(configuration, folder))) {
            throw refused(folder);
        }
    }

    private static IOException refused(Path table) {
        return new IOException(table + ": a table with a log, but the table in Hive does not say so: set its property"
                + " 'storage_handler' to '" + HANDLER + "'");
    }
}
