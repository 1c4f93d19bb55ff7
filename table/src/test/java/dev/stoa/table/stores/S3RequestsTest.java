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
package dev.stoa.table.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.OperationsTest;
import dev.stoa.table.OtherTable;
import dev.stoa.table.Rows;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How many requests of an object store it takes to open a table, and to change it. */
@ExtendWith(SharedStores.class)
@Tag("store")
class S3RequestsTest {
    private static final Path ROOT = new Path("/requests/t");

    /** Requests by kind. */
    private record Requests(long head, long get, long put, long list) {
        static Requests of(FileSystem fs) {
            Map<String, Long> counts =
                    IOStatisticsSupport.retrieveIOStatistics(fs).counters();
            return new Requests(
                    counts.get("action_http_head_request"),
                    counts.get("action_http_get_request"),
                    counts.get("object_put_request"),
                    counts.get("object_list_request"));
        }

        Requests since(Requests before) {
            return new Requests(head - before.head, get - before.get, put - before.put, list - before.list);
        }
    }

    private interface Doing {
        Object run() throws Exception;
    }

    private FileSystem fs;
    private Folder folder;

    private Requests of(Doing doing) throws Exception {
        Requests before = Requests.of(fs);
        doing.run();
        return Requests.of(fs).since(before);
    }

    private Table open() throws IOException {
        return Table.open(folder, TableSettings.DEFAULT);
    }

    /** What is not there takes two requests to find out: S3A looks for an object, then for a folder of that name. */
    @Test
    void openingAndCommitting(S3Server server) throws Exception {
        try (FileSystem own = FileSystem.newInstance(S3Server.BUCKET, server.configuration())) {
            fs = own;
            folder = HadoopFolder.of(fs, ROOT);
            Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
            for (int i = 0; i < 3; i++) {
                OperationsTest.insert(table, Rows.row((long) i, i, "s"));
            }
            assertEquals(
                    new Requests(6, 5, 0, 3),
                    of(this::open),
                    "no hint; four entries, two requests each; none behind them; no floor; none is listed beyond");
            assertEquals(new Requests(1, 1, 0, 2), of(table::snapshot), "nothing new; no floor; none is listed beyond");

            Transaction fifth = table.begin("insert");
            Requests writing = of(() -> Rows.insert(fifth, folder, Rows.row(3L, 3, "s")));
            assertEquals(new Requests(2, 1, 1, 1), writing, "a file is put, found and looked at");
            assertEquals(3, of(fifth::commit).put(), "an entry, a checkpoint, a hint");
            OperationsTest.insert(table, Rows.row(4L, 4, "s"));
            Requests opening = of(this::open);
            assertEquals(
                    new Requests(4, 4, 0, 2),
                    opening,
                    "hint, checkpoint, entry; none behind; no floor; none is listed beyond");
            for (int i = 5; i < 13; i++) {
                OperationsTest.insert(table, Rows.row((long) i, i, "s"));
            }
            assertEquals(opening, of(this::open), "however many commits there were");

            Transaction last = table.begin("insert");
            Rows.insert(last, folder, Rows.row(13L, 13, "s"));
            assertEquals(
                    new Requests(1, 1, 1, 2),
                    of(last::commit),
                    "none is listed beyond the base; the new entry is not there: it is put; no floor");

            Requests kept = scan(TableSettings.DEFAULT);
            assertEquals(0, kept.list(), "a small file is read as a whole, without an index");
            Requests large = scan(TableSettings.DEFAULT.withKeptRows(0));
            assertEquals(1, large.list(), "an index may lie beside the files");
            for (Requests scan : List.of(kept, large)) {
                assertEquals(0, scan.head() + scan.put());
                assertTrue(scan.get() <= 2, () -> "bounds are known, one file is read: " + scan);
            }
        }
    }

    /** One request for each name that a table has in its folder, in each of the seven folders on the way up. */
    @Test
    void lookingForTablesAround(S3Server server) throws Exception {
        try (FileSystem own = FileSystem.newInstance(S3Server.BUCKET, server.configuration())) {
            fs = own;
            folder = HadoopFolder.of(fs, new Path("/requests/a/b/c/d/t"));
            fs.create(new Path("/requests/file")).close();
            fs.create(new Path("/requests/folder/file")).close();
            Folder above = HadoopFolder.of(fs, new Path("/requests"));
            assertFalse(above.hasFolder("file"));
            assertTrue(above.hasFolder("folder"));
            assertEquals(new Requests(0, 0, 0, 7), of(() -> Table.around(folder)), "a log of Stoa");
            assertEquals(new Requests(0, 0, 0, 21), of(() -> OtherTable.around(folder)), "of Delta, Hudi and Iceberg");
        }
    }

    /** Without checkpoints; what stands behind a few entries is listed, and read without being looked for. */
    @Test
    void manyEntriesAreReadAtOnce(S3Server server) throws Exception {
        try (FileSystem own = FileSystem.newInstance(S3Server.BUCKET, server.configuration())) {
            fs = own;
            folder = HadoopFolder.of(fs, new Path("/requests/many"));
            Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
            for (int i = 1; i < 13; i++) {
                OperationsTest.insert(table, Rows.row((long) i, i, "s"));
            }
            for (Folder.Entry file : folder.list(Log.FOLDER)) {
                if (!file.isFolder() && !file.name().endsWith(".commit")) {
                    folder.delete(Log.FOLDER + "/" + file.name());
                }
            }
            List<String> rows = Rows.read(table.snapshot());
            assertEquals(
                    new Requests(7, 14, 0, 4),
                    of(this::open),
                    "no hint; the first five entries are looked for; eight more are listed; none behind them; no floor");
            assertEquals(rows, Rows.read(open().snapshot()));

            Folder whole = folder;
            for (Stale stale : List.<Stale>of(
                    listed -> listed.removeIf(file -> file.name().contains("07.commit")),
                    listed -> listed.add(new Folder.Entry(
                            String.format(Locale.ROOT, "%019d.commit", 13), false, 700, java.time.Instant.EPOCH)),
                    List::clear)) {
                folder = (Folder) Proxy.newProxyInstance(
                        Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                            Object answer = method.invoke(whole, words);
                            if (method.getName().equals("list")) {
                                List<Folder.Entry> listed = new ArrayList<>(whole.list((String) words[0]));
                                stale.change(listed);
                                answer = listed;
                            }
                            return answer;
                        });
                assertEquals(12, open().snapshot().version(), "an old listing makes it slower only");
            }
        }
    }

    /** Makes a listing an old one. */
    private interface Stale {
        void change(List<Folder.Entry> listed);
    }

    /** Looks for one row. */
    private Requests scan(TableSettings settings) throws Exception {
        Snapshot snapshot = Table.open(folder, settings).snapshot();
        return of(() -> Rows.read(snapshot, Filter.equal("k", 13)));
    }

    /** S3A finds out only when it reads that what was there a moment ago was expired. */
    @Test
    void anEntryThatGoesBeforeItIsReadIsNotThere(S3Server server) throws Exception {
        Folder whole = HadoopFolder.of(server.fileSystem(), new Path("/requests/u"));
        Table.create(whole, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Folder expiring = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    if (method.getName().equals("open")) {
                        whole.delete((String) words[0]);
                    }
                    return method.invoke(whole, words);
                });
        assertEquals(Optional.empty(), new Log(expiring).entry(0));
    }
}
