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

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.FaultyFolder.AtCommit;
import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is committed at most once, on a table without a key, where nothing else would tell a row that comes twice. */
class OnceTest {
    private static final Object[] ROW = row(1L, 1, "a");
    private static final List<String> ONE_ROW = List.of("[1, 1, a]");

    @TempDir
    Path path;

    private FaultyFolder folder;
    private Table table;
    private final Once once = new Once(UUID.randomUUID(), 0);

    @BeforeEach
    void create() throws IOException {
        folder = new FaultyFolder(new LocalFolder(path.resolve("t")));
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
    }

    private Transaction begun() throws IOException {
        Transaction transaction = table.begin("insert", once);
        insert(transaction, folder, ROW);
        return transaction;
    }

    private void assertCommittedOnce(long version) throws IOException {
        assertEquals(
                ONE_ROW,
                read(Table.open(folder, TableSettings.DEFAULT).snapshot().scan()));
        assertEquals(
                List.of(version),
                table.commits(100).stream()
                        .filter(commit -> commit.transaction().equals(once.transaction()))
                        .map(CommitInfo::version)
                        .toList());
    }

    @Test
    void whatIsThereIsNotBegunAgain() throws IOException {
        begun().commit();
        OperationsTest.insert(table);
        AlreadyCommittedException e = assertThrows(AlreadyCommittedException.class, this::begun);
        assertEquals(1, e.version());
        assertTrue(e.getMessage().contains(once.transaction().toString()), e.getMessage());
        assertCommittedOnce(1);
    }

    @Test
    void whatArrivesMeanwhileIsMet() throws IOException {
        Transaction late = begun();
        Transaction second = begun();
        late.commit();
        assertEquals(
                1, assertThrows(AlreadyCommittedException.class, second::commit).version());
        assertCommittedOnce(1);
    }

    @Test
    void anAttemptOnTheSameVersionMeetsTheFirst() throws IOException {
        Snapshot base = table.snapshot();
        for (int attempt = 0; attempt < 2; attempt++) {
            Transaction same = table.begin("insert", base, once.transaction());
            insert(same, folder, row(1L, 1, "a"));
            if (attempt == 0) {
                same.commit();
                OperationsTest.insert(table);
            } else {
                assertEquals(
                        1,
                        assertThrows(AlreadyCommittedException.class, same::commit)
                                .version());
            }
        }
        assertCommittedOnce(1);
    }

    @Test
    void whatArrivesBehindOthersIsMet() throws IOException {
        Transaction second = begun();
        Transaction other = table.begin("insert");
        insert(other, folder, row(2L, 2, "b"));
        other.commit();
        begun().commit();
        assertEquals(
                2, assertThrows(AlreadyCommittedException.class, second::commit).version());
        assertEquals(2, read(table.snapshot().scan()).size());
    }

    /** The request of a client that died arrives, and the answer to one's own is that it failed. */
    @Test
    void whatAnotherSentIsNotTakenForOnesOwn() throws IOException {
        Transaction second = begun();
        Transaction late = begun();
        AtomicBoolean first = new AtomicBoolean(true);
        folder.fault = name -> {
            if (name.endsWith(".commit") && first.getAndSet(false)) {
                late.commit();
                return AtCommit.FAILS;
            }
            return AtCommit.DONE;
        };
        assertThrows(AlreadyCommittedException.class, second::commit);
        assertFalse(first.get());
        assertCommittedOnce(1);
    }

    @Test
    void aLostAnswerIsNoOthersCommit() throws IOException {
        AtomicBoolean first = new AtomicBoolean(true);
        folder.fault =
                name -> name.endsWith(".commit") && first.getAndSet(false) ? AtCommit.DONE_BUT_FAILS : AtCommit.DONE;
        assertEquals(1, begun().commit().version());
        assertCommittedOnce(1);
    }

    @Test
    void operationsLeaveNoFilesOfASecond() throws IOException {
        OperationOptions options = OperationOptions.DEFAULT.withOnce(once);
        List<RowInsert> inserts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            RowInsert insert = TableOperations.of(table).with(options).insert();
            insert.write(JavaRows.batch(Rows.schema(), Arrays.asList(new Object[][] {ROW})));
            inserts.add(insert);
        }
        inserts.get(0).commit();
        assertThrows(AlreadyCommittedException.class, () -> inserts.get(1).commit());
        for (RowInsert insert : inserts) {
            insert.close();
        }
        assertEquals(1, folder.list("data").size());
        assertThrows(
                AlreadyCommittedException.class,
                () -> TableOperations.of(table).with(options).truncate());
        assertCommittedOnce(1);
    }

    @Test
    void nothingIsPromisedWhereTheLogIsExpired() throws IOException {
        begun().commit();
        for (int i = 0; i < 9; i++) {
            Transaction other = table.begin("insert");
            insert(other, folder, row(2L + i, 2, "b"));
            other.commit();
        }
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        TableException e = assertThrows(TableException.class, this::begun);
        assertTrue(e.getMessage().contains("expired"), e.getMessage());
    }

    /** One expired version may be the one that is searched for. */
    @Test
    void allVersionsAfterTheFirstAttemptAreSearched() throws IOException {
        for (int i = 0; i < 12; i++) {
            OperationsTest.insert(table);
        }
        Expiry.plan(table, Duration.ZERO, 3, Duration.ZERO).run();
        long oldest = table.snapshot().version();
        while (isThere(oldest - 1)) {
            oldest--;
        }
        UUID id = UUID.randomUUID();
        assertEquals(id, table.begin("insert", new Once(id, oldest - 1)).id());
        Once before = new Once(id, oldest - 2);
        TableException e = assertThrows(TableException.class, () -> table.begin("insert", before));
        assertTrue(e.getMessage().contains("versions before " + oldest + " were expired"), e.getMessage());
    }

    private boolean isThere(long version) throws IOException {
        return folder.find(Log.entryName(version)).isPresent();
    }
}
