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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.hive.internal.rows.StoaRow;
import dev.stoa.hive.internal.session.StatementCommit;
import dev.stoa.hive.internal.write.Statement;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.security.authorization.HiveCustomStorageHandlerUtils;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptContextImpl;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two attempts of one task that run at the same time: one of them counts. */
@Tag("engine")
class SpeculationTest {
    private static final StructObjectInspector ROW = ObjectInspectorFactory.getStandardStructObjectInspector(
            List.of("id"), List.<ObjectInspector>of(PrimitiveObjectInspectorFactory.javaIntObjectInspector));

    private static final StructObjectInspector PLACE = ObjectInspectorFactory.getStandardStructObjectInspector(
            List.of("path", "number"),
            List.<ObjectInspector>of(
                    PrimitiveObjectInspectorFactory.javaStringObjectInspector,
                    PrimitiveObjectInspectorFactory.javaLongObjectInspector));

    private static HiveSession hive;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists speculation");
        hive.run("use speculation");
    }

    @Test
    void whatIsNotCommittedIsRemoved() throws Exception {
        hive.run("create table attempts (id int) " + LogTables.BY_HANDLER);
        Attempts attempts = new Attempts("attempts");
        attempts.write(0, 1, 2, 3);
        attempts.write(1, 1, 2, 3);
        assertEquals(2, LogTables.files(hive, "attempts", "data").size(), "both have written");
        assertEquals(List.of("0"), hive.run("select count(*) from attempts"));
        new StoaOutputCommitter().commitTask(attempts.context(1));
        new StoaOutputCommitter().abortTask(attempts.context(0));
        assertEquals(1, LogTables.files(hive, "attempts", "data").size(), "what the other wrote is gone");
        attempts.commit();
        assertEquals(List.of("3\t6"), hive.run("select count(*), sum(id) from attempts"));
    }

    /** An attempt is committed, its process dies before Tez knows, and another one is committed. */
    @Test
    void theLastThatIsCommittedCounts() throws Exception {
        hive.run("create table recommitted (id int) " + LogTables.BY_HANDLER);
        Attempts attempts = new Attempts("recommitted");
        attempts.write(0, 1, 2, 3);
        new StoaOutputCommitter().commitTask(attempts.context(0));
        attempts.write(1, 1, 2, 3);
        new StoaOutputCommitter().commitTask(attempts.context(1));
        attempts.commit();
        assertEquals(List.of("3\t6"), hive.run("select count(*), sum(id) from recommitted"));
    }

    /** Hive commits also an attempt that it ends early, after it has aborted its writers. */
    @Test
    void whatIsEndedEarlyIsNotCommitted() throws Exception {
        hive.run("create table ended (id int) " + LogTables.BY_HANDLER);
        Attempts attempts = new Attempts("ended");
        attempts.write(0, 1, 2, 3);
        new StoaOutputCommitter().commitTask(attempts.context(0));
        attempts.writeInserts(1, 1).close(true);
        assertTrue(new StoaOutputCommitter().needsTaskCommit(attempts.context(1)), "nobody takes it for done");
        assertThrows(IOException.class, () -> new StoaOutputCommitter().commitTask(attempts.context(1)));
        attempts.writeInserts(2, 1);
        assertThrows(IOException.class, () -> new StoaOutputCommitter().commitTask(attempts.context(2)));
        attempts.commit();
        assertEquals(List.of("3\t6"), hive.run("select count(*), sum(id) from ended"));
    }

    @Test
    void noRowsAreCommitted() throws Exception {
        hive.run("create table empty_handed (id int) " + LogTables.BY_HANDLER);
        Attempts attempts = new Attempts("empty_handed");
        attempts.write(0);
        new StoaOutputCommitter().commitTask(attempts.context(0));
        attempts.commit();
        assertEquals(List.of("0"), hive.run("select count(*) from empty_handed"));
    }

    @Test
    void whatAnotherTaskGivesIsRefused() throws Exception {
        hive.run("create table shared_operators (id int) " + LogTables.BY_HANDLER);
        FileSinkOperator.RecordWriter writer = new Attempts("shared_operators").writeInserts(0, 1);
        Throwable[] failure = new Throwable[1];
        Thread other = new Thread(() -> {
            try {
                writer.close(false);
            } catch (IOException e) {
                failure[0] = e;
            }
        });
        other.start();
        other.join();
        assertTrue(failure[0].getMessage().contains("max-tasks"), failure[0].getMessage());
        writer.close(true);
    }

    /** An update is deletes and inserts of one task. */
    @Test
    void oneAttemptOfAnUpdateCounts() throws Exception {
        hive.run("create table updated (id int) " + LogTables.BY_HANDLER);
        hive.run("insert into updated values (1), (2), (3)");
        Attempts attempts = new Attempts("updated");
        for (int attempt = 0; attempt < 2; attempt++) {
            attempts.writeDeletes(attempt, 1, 0).close(false);
            attempts.write(attempt, 10);
        }
        new StoaOutputCommitter().commitTask(attempts.context(0));
        new StoaOutputCommitter().abortTask(attempts.context(1));
        // one that has deleted so much that some is in files, and one that has done half
        attempts.writeDeletes(2, 3 << 20, 1).close(true);
        assertThrows(IOException.class, () -> new StoaOutputCommitter().commitTask(attempts.context(2)));
        attempts.writeDeletes(3, 1, 2).close(false);
        attempts.writeInserts(3, 20).close(true);
        assertThrows(IOException.class, () -> new StoaOutputCommitter().commitTask(attempts.context(3)));
        assertEquals(1, LogTables.files(hive, "updated", "_stoa/sidecars").size(), "those of the others are gone");
        attempts.commit();
        assertEquals(List.of("3\t15"), hive.run("select count(id), sum(id) from updated"));
        assertEquals("update", LogTables.operations(hive, "updated").get(2));
    }

    @Test
    void ofDeletesOneAttemptCounts() throws Exception {
        hive.run("create table deleted (id int) " + LogTables.BY_HANDLER);
        hive.run("insert into deleted values (1), (2), (3), (4)");
        Attempts attempts = new Attempts("deleted");
        attempts.writeDeletes(0, 1, 0).close(false);
        attempts.writeDeletes(1, 1, 0).close(false);
        attempts.writeDeletes(2, 1, 0).close(true);
        assertEquals(2, LogTables.files(hive, "deleted", "_stoa/sidecars").size(), "the third was stopped half way");
        new StoaOutputCommitter().abortTask(attempts.context(2));
        new StoaOutputCommitter().commitTask(attempts.context(1));
        new StoaOutputCommitter().abortTask(attempts.context(0));
        assertEquals(1, LogTables.files(hive, "deleted", "_stoa/sidecars").size(), "what the others wrote is gone");
        attempts.commit();
        assertEquals(List.of("3\t9"), hive.run("select count(*), sum(id) from deleted"));
    }

    @Test
    void rowsThatNobodyCommittedAreNotLostWithoutAWord() throws Exception {
        hive.run("create table uncommitted (id int) " + LogTables.BY_HANDLER);
        Attempts attempts = new Attempts("uncommitted");
        attempts.write(0, 1, 2, 3);
        IOException e = assertThrows(IOException.class, attempts::commit);
        assertTrue(e.getMessage().contains("tasks wrote 1 files, but none of them was committed"), e.getMessage());
        assertEquals(List.of(), LogTables.files(hive, "uncommitted", "data"));
        new Attempts("uncommitted").commit();
        assertEquals(List.of("0"), hive.run("select count(*) from uncommitted"), "a statement without rows is none");
    }

    /** Attempts of the only task of a statement. */
    private static final class Attempts {
        private final Properties table = new Properties();
        private final Statement statement;
        /** Of the first fragment. */
        private final String file;

        Attempts(String name) throws Exception {
            Path location = new Path(LogTables.location(hive, name).toUri());
            Table log = LogTables.open(hive, name);
            Snapshot base = log.snapshot();
            file = base.fragments().isEmpty()
                    ? ""
                    : new Path(location, base.fragments().get(0).files().get(0).path()).toString();
            statement = new Statement(
                    VersionId.of(location, base),
                    new Path(hive.folder("notes").resolve(name).toUri()));
            table.setProperty(hive_metastoreConstants.META_TABLE_LOCATION, location.toString());
            table.setProperty(hive_metastoreConstants.META_TABLE_NAME, "speculation." + name);
            table.setProperty(serdeConstants.LIST_COLUMNS, "id");
            table.setProperty(serdeConstants.LIST_COLUMN_TYPES, "int");
            statement.put(table);
        }

        private JobConf job(int attempt) {
            JobConf job = new JobConf(hive.conf());
            job.set("hive.query.id", "query_of_" + table.getProperty(hive_metastoreConstants.META_TABLE_NAME));
            job.set("hive.tez.vertex.index", "0");
            job.set("mapred.task.id", "attempt_17_0001_m_000000_" + attempt);
            return job;
        }

        TaskAttemptContextImpl context(int attempt) {
            // Tez makes the vertex a part of the id
            return new TaskAttemptContextImpl(job(attempt), new TaskAttemptID("170", 1, TaskType.MAP, 0, attempt));
        }

        void write(int attempt, int... ids) throws IOException {
            writeInserts(attempt, ids).close(false);
        }

        private FileSinkOperator.RecordWriter writer(JobConf job) throws IOException {
            return new StoaOutputFormat()
                    .getHiveRecordWriter(job, new Path("unused"), StoaRow.class, false, table, Reporter.NULL);
        }

        /** Deletes a row, as often as it is said, of the first fragment. */
        FileSinkOperator.RecordWriter writeDeletes(int attempt, int times, long number) throws IOException {
            JobConf job = job(attempt);
            HiveCustomStorageHandlerUtils.setWriteOperation(
                    job, table.getProperty(hive_metastoreConstants.META_TABLE_NAME), Context.Operation.DELETE);
            FileSinkOperator.RecordWriter writer = writer(job);
            StoaRow row = new StoaRow();
            row.set(List.of(file, number), PLACE);
            for (int i = 0; i < times; i++) {
                writer.write(row);
            }
            return writer;
        }

        FileSinkOperator.RecordWriter writeInserts(int attempt, int... ids) throws IOException {
            FileSinkOperator.RecordWriter writer = writer(job(attempt));
            StoaRow row = new StoaRow();
            for (int id : ids) {
                row.set(List.of(id), ROW);
                writer.write(row);
            }
            return writer;
        }

        void commit() throws IOException {
            new StatementCommit(hive.conf(), statement, false).commit(false, false, table);
        }
    }
}
