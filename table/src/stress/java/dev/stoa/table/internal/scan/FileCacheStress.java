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
package dev.stoa.table.internal.scan;

import dev.stoa.reader.StoaFile;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Footers of closed files, under scans that race: the right file, and each byte counted once. */
public final class FileCacheStress {
    private static final MemoryFolder FOLDER = new MemoryFolder();
    /** Of one and of two rows. */
    private static final List<DataFile> FILES = files();

    private static final StoaFile ONE = closed(0);
    private static final StoaFile ONE_AGAIN = closed(0);
    private static final StoaFile TWO = closed(1);

    private FileCacheStress() {}

    private static List<DataFile> files() {
        try {
            Table table = Table.create(FOLDER, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
            Transaction insert = table.begin("insert");
            Rows.insert(insert, FOLDER, Rows.row(1L, 1, "a"));
            Rows.insert(insert, FOLDER, Rows.row(2L, 2, "b"), Rows.row(3L, 3, "c"));
            List<DataFile> files = new ArrayList<>();
            for (Fragment fragment : insert.commit().fragments()) {
                files.add(fragment.files().get(0));
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StoaFile closed(int file) {
        try (StoaFile open = StoaFile.open(FOLDER.open(FILES.get(file).path(), OptionalLong.empty()))) {
            open.schema();
            open.rowCount();
            return open;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a file, reads its footer, and closes it. Returns the number of its rows. */
    private static int rows(FileCache cache, int file) {
        try (StoaFile open = cache.open(FOLDER, FILES.get(file))) {
            boolean isRight = open.schema().equals(ONE.schema())
                    && open.identity().equals(FILES.get(file).identity());
            int rows = (int) open.rowCount();
            cache.closed(open);
            return isRight ? rows : -1;
        } catch (IOException e) {
            return -2;
        }
    }

    /** Two scans close the same file. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "it is counted once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "it is counted twice or not at all")
    @State
    public static class SameFile {
        private final FileCache cache = new FileCache(1 << 20);

        @Actor
        public void one() {
            cache.closed(ONE);
        }

        @Actor
        public void two() {
            cache.closed(ONE_AGAIN);
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = cache.bytes() == ONE.knownBytes() ? 1 : 0;
        }
    }

    /** Two scans close different files where only one has room. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "one of them is kept")
    @Outcome(expect = Expect.FORBIDDEN, desc = "more is kept than there is room for, or nothing")
    @State
    public static class RoomForOne {
        private final FileCache cache = new FileCache(Math.max(ONE.knownBytes(), TWO.knownBytes()) + 10);

        @Actor
        public void one() {
            cache.closed(ONE);
        }

        @Actor
        public void two() {
            cache.closed(TWO);
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = cache.bytes() == ONE.knownBytes() || cache.bytes() == TWO.knownBytes() ? 1 : 0;
        }
    }

    /** Scans open a file whose footer is not known yet, and one that has just been closed. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "both have the right file, and it is kept once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a wrong footer, or bytes counted twice")
    @State
    public static class OpenedTogether {
        private final FileCache cache = new FileCache(1 << 20);

        @Actor
        public void one(III_Result result) {
            result.r1 = rows(cache, 0);
        }

        @Actor
        public void two(III_Result result) {
            result.r2 = rows(cache, 0);
        }

        @Arbiter
        public void end(III_Result result) {
            result.r3 = cache.bytes() == ONE.knownBytes() ? 1 : 0;
        }
    }

    /** Scans share what is known of a footer, of which each reads more. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "each has its file")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a wrong footer")
    @State
    public static class SharedFooters {
        private final FileCache cache = new FileCache(Math.max(ONE.knownBytes(), TWO.knownBytes()) + 10);

        public SharedFooters() {
            cache.closed(ONE);
        }

        @Actor
        public void one(II_Result result) {
            result.r1 = rows(cache, 0);
        }

        @Actor
        public void two(II_Result result) {
            result.r2 = rows(cache, 1);
        }
    }
}
