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
package dev.stoa.hive.internal.write;

import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.MapredContext;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that an attempt of a task wrote. Their writers tell it, in the same process; whether they count is decided when the
 * attempt is committed: Tez commits one attempt of each task.
 */
public final class TaskFiles {
    private static final Logger LOG = LoggerFactory.getLogger(TaskFiles.class);
    private static final String TASK = "mapred.task.id";
    private static final Map<String, TaskFiles> OPEN = new ConcurrentHashMap<>();

    private final Map<Statement, List<WrittenFile>> files = new LinkedHashMap<>();
    private int unfinished;

    private TaskFiles() {}

    /** A writer of an attempt. It counts as unfinished, and the attempt is not committed, until it says that it is complete. */
    static final class Part {
        private final TaskFiles attempt;
        private final Statement statement;
        private final Thread owner = Thread.currentThread();

        private Part(TaskFiles attempt, Statement statement) {
            this.attempt = attempt;
            this.statement = statement;
        }

        /**
         * Fails if another task writes by the operators of this one. Hive keeps operators for the tasks of a process, which
         * it expects one after the other; of two at once each loses what it gives to the other's.
         *
         * @throws IOException if it does
         */
        void checkOwner() throws IOException {
            if (!Thread.currentThread().equals(owner)) {
                throw shared(statement);
            }
        }

        /** Tells of a file that is complete. */
        void add(WrittenFile file) {
            synchronized (attempt) {
                attempt.files.get(statement).add(file);
            }
        }

        /** All that the writer was given is in files that it has told of. */
        void finish() {
            synchronized (attempt) {
                attempt.unfinished--;
            }
        }
    }

    private static IOException shared(Statement statement) {
        return new IOException(statement.base().table()
                + ": two tasks in one process share operators of Hive, so their rows can't be told apart: run one task at a"
                + " time in a process (tez.am.inline.task.execution.max-tasks=1 in Tez's local mode)");
    }

    /**
     * The attempt of a writer. Tez makes the ids that committers get of the same parts, its vertex among them.
     *
     * @param task what Hive tells its operators
     */
    private static String attempt(Configuration task) {
        TaskAttemptID id = TaskAttemptID.forName(told(task, TASK));
        return attempt(task, id.getJobID().getJtIdentifier() + told(task, "hive.tez.vertex.index"), id);
    }

    /** Files of an unknown attempt would be lost without a word. */
    private static String told(Configuration task, String setting) {
        String value = task.get(setting);
        if (value == null) {
            throw new IllegalStateException(
                    "a task that writes a table with a log does not say which attempt it is: " + setting
                            + " is not set. Statements that change such tables run on Tez: set hive.execution.engine=tez");
        }
        return value;
    }

    private static String attempt(TaskAttemptContext context) {
        TaskAttemptID id = context.getTaskAttemptID();
        return attempt(context.getJobConf(), id.getJobID().getJtIdentifier(), id);
    }

    private static String attempt(Configuration task, String vertex, TaskAttemptID id) {
        return String.join(
                "_",
                told(task, "hive.query.id"),
                vertex,
                Integer.toString(id.getJobID().getId()),
                Integer.toString(id.getTaskID().getId()),
                Integer.toString(id.getId()));
    }

    /**
     * Tells that a writer begins.
     *
     * @throws IOException if it would write for another attempt than the one that runs
     */
    static Part begin(Configuration task, Statement statement) throws IOException {
        MapredContext running = MapredContext.get();
        if (running != null && !told(task, TASK).equals(running.getJobConf().get(TASK))) {
            throw shared(statement);
        }
        TaskFiles attempt = OPEN.computeIfAbsent(attempt(task), id -> new TaskFiles());
        synchronized (attempt) {
            attempt.files.computeIfAbsent(statement, s -> new ArrayList<>());
            attempt.unfinished++;
        }
        return new Part(attempt, statement);
    }

    /** Returns the files of an attempt, and forgets them. */
    public static Optional<TaskFiles> take(TaskAttemptContext context) {
        return Optional.ofNullable(OPEN.remove(attempt(context)));
    }

    /** Whether writers of an attempt have begun. */
    public static boolean isAny(TaskAttemptContext context) {
        return OPEN.containsKey(attempt(context));
    }

    /**
     * Returns the files that attempts in this process wrote for a statement though none of them was committed or aborted,
     * and forgets them. On a cluster tasks run elsewhere, and it returns none.
     */
    public static List<WrittenFile> forget(Statement statement) {
        List<WrittenFile> left = new ArrayList<>();
        OPEN.values().removeIf(attempt -> attempt.wrote(statement, left));
        return left;
    }

    /** Adds the files of a statement, which its notes tell from all others; whether it wrote for it. */
    private synchronized boolean wrote(Statement statement, List<WrittenFile> all) {
        boolean any = false;
        for (Map.Entry<Statement, List<WrittenFile>> written : files.entrySet()) {
            if (written.getKey().notes().equals(statement.notes())) {
                any = true;
                all.addAll(written.getValue());
            }
        }
        return any;
    }

    /**
     * Notes the files for the commit of each statement: a file for the task, which one of another attempt replaces.
     *
     * @param name of the task, unique in its statement
     * @throws IOException if a writer has not finished; the files are removed, and nothing is noted. Hive commits also attempts that
     *     it ends early, whose writers it aborts, and takes them for done
     */
    public synchronized void note(Configuration task, String name) throws IOException {
        if (unfinished > 0) {
            remove(task);
            throw new IOException(
                    "task " + name + ": " + unfinished + " of its writers did not finish, as the attempt was ended"
                            + " early or another one ended it: nothing of it is committed");
        }
        for (Map.Entry<Statement, List<WrittenFile>> written : files.entrySet()) {
            note(task, name, written.getKey(), written.getValue());
        }
    }

    /** Notes the files of a task. If that fails, removes them, as only this process knows them. */
    private void note(Configuration task, String name, Statement statement, List<WrittenFile> of) throws IOException {
        boolean noted = false;
        try {
            new Notes(task, statement.notes()).write(name, of);
            noted = true;
        } finally {
            if (!noted) {
                remove(task);
            }
        }
    }

    /** Removes the files. */
    public synchronized void remove(Configuration task) throws IOException {
        for (Map.Entry<Statement, List<WrittenFile>> written : files.entrySet()) {
            remove(Snapshots.folder(task, written.getKey().base().table()), written.getValue());
        }
    }

    /** Removes files that don't count; one that can't be removed is left to {@code expire}. */
    public static void remove(Folder table, List<WrittenFile> files) {
        for (WrittenFile file : files) {
            try {
                table.delete(file.path());
            } catch (IOException e) {
                LOG.warn("{}/{}: a file of a statement that failed stays", table.id(), file.path(), e);
            }
        }
    }
}
