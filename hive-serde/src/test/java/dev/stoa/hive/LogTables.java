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
package dev.stoa.hive;

import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Tables with a log of a Hive in this process, as others see them. */
final class LogTables {
    /** What gives a table a log. */
    static final String BY_HANDLER = "stored by 'dev.stoa.hive.StoaStorageHandler'";

    /** The same in another way. */
    static final String AS_STOA =
            "stored as stoa tblproperties ('storage_handler' = 'dev.stoa.hive.StoaStorageHandler')";

    private LogTables() {}

    static Table open(HiveSession hive, String name) throws Exception {
        return Table.open(new LocalFolder(location(hive, name)), TableSettings.DEFAULT);
    }

    /** What the commits of a table did, oldest first. */
    static List<String> operations(HiveSession hive, String name) throws Exception {
        List<String> operations = new ArrayList<>();
        open(hive, name).commits(100).forEach(commit -> operations.add(0, commit.operation()));
        return operations;
    }

    /** The files in a folder of a table. */
    static List<Path> files(HiveSession hive, String table, String folder) throws Exception {
        Path path = location(hive, table).resolve(folder);
        if (!Files.exists(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.toList();
        }
    }

    /** Their bytes. */
    static long bytes(HiveSession hive, String table, String folder) throws Exception {
        long bytes = 0;
        for (Path file : files(hive, table, folder)) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    static Path location(HiveSession hive, String table) throws Exception {
        return hive.run("describe formatted " + table).stream()
                .filter(line -> line.startsWith("Location:"))
                .map(line -> Path.of(URI.create(line.split("\t", -1)[1].strip())))
                .findFirst()
                .orElseThrow();
    }

    /** All that a failure says. */
    static String messages(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            text.append(at.getMessage()).append('\n');
        }
        return text.toString();
    }
}
