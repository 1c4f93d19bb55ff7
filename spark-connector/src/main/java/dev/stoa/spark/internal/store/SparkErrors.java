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
package dev.stoa.spark.internal.store;

import dev.stoa.spark.ConcurrentChangeException;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.ExpiredVersionException;
import dev.stoa.table.InvalidPropertyException;
import dev.stoa.table.TableException;
import dev.stoa.writer.RejectedDataException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.Callable;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import scala.Option;
import scala.Some;
import scala.collection.immutable.Map$;

/** Failures of tables, as exceptions of Spark with a condition and an SQLSTATE. */
public final class SparkErrors {
    private SparkErrors() {}

    /** The conditions. */
    public enum Condition {
        /** The table has no such version, or no longer has it. */
        STOA_VERSION_NOT_FOUND("22023"),
        /** A property or an option has a value that it can't have. */
        STOA_INVALID_SETTING("22023"),
        /** The statement is not possible with any table, or not with this one. */
        STOA_UNSUPPORTED("0A000"),
        /** A folder is no table, or the state of a table does not allow this. */
        STOA_INVALID_TABLE("55000"),
        /** A row has a value that its column does not take, or is none of those that a statement may write. */
        STOA_INVALID_ROW("22000"),
        /** A new row has a key that already exists, or that comes twice. */
        STOA_DUPLICATE_KEY("23505"),
        /** It is not known whether a commit has arrived. */
        STOA_COMMIT_IN_DOUBT("40003"),
        /** Hive's metastore does not answer, or refuses. */
        STOA_METASTORE("08000"),
        /** A store has failed, or a file can't be read. */
        STOA_IO("58030");

        private final String sqlState;

        Condition(String sqlState) {
            this.sqlState = sqlState;
        }
    }

    /** A store that fails, and what only shows when rows are written. */
    private static final class Failure extends UncheckedIOException implements SparkThrowable {
        private static final long serialVersionUID = 1L;

        private final Condition condition;

        Failure(Condition condition, IOException cause) {
            super("[" + condition + "] " + cause.getMessage(), cause);
            this.condition = condition;
        }

        @Override
        public String getCondition() {
            return condition.name();
        }

        @Override
        public String getSqlState() {
            return condition.sqlState;
        }
    }

    /** Returns the exception for a failure of a store or a table. */
    static RuntimeException of(IOException e) {
        if (e instanceof CommitConflictException) {
            return new ConcurrentChangeException(e.getMessage(), e);
        } else if (e instanceof TableException) {
            return refusal(condition(e), e.getMessage(), e);
        }
        return new Failure(condition(e), e);
    }

    private static Condition condition(IOException e) {
        if (e instanceof ExpiredVersionException) {
            return Condition.STOA_VERSION_NOT_FOUND;
        } else if (e instanceof TableException) {
            return Condition.STOA_INVALID_TABLE;
        } else if (e instanceof DuplicateKeyException) {
            return Condition.STOA_DUPLICATE_KEY;
        } else if (e instanceof RejectedDataException) {
            return Condition.STOA_INVALID_ROW;
        }
        return e instanceof DoubtfulCommitException ? Condition.STOA_COMMIT_IN_DOUBT : Condition.STOA_IO;
    }

    /**
     * Throws what has failed in a task so that it has a condition. Spark then throws it to who runs the statement, as it is; of all else
     * it makes a report with a trace. An interrupted task throws its exception as it is.
     */
    public static RuntimeException inTask(Exception e) {
        if (e instanceof SparkThrowable
                || e instanceof InterruptedIOException
                || e instanceof ClosedByInterruptException) {
            throw sneaky(e);
        } else if (e instanceof UncheckedIOException unchecked) {
            throw inTask(unchecked.getCause());
        } else if (e instanceof IOException io) {
            throw sneaky(inTask(condition(io), io));
        } else if (e instanceof IllegalArgumentException || e instanceof ArithmeticException) {
            throw sneaky(inTask(Condition.STOA_INVALID_ROW, e));
        }
        throw sneaky(e);
    }

    private static SparkException inTask(Condition condition, Exception e) {
        return new SparkException(
                "[" + condition + "] " + e.getMessage(),
                plain(e),
                Some.apply(condition.name()),
                Map$.MODULE$.empty(),
                new QueryContext[0],
                Some.apply(condition.sqlState));
    }

    /**
     * The same with classes of Java only. The driver looks for an exception's classes among its own, and finds none of Stoa if a session
     * has added the jar. Then it reports an unknown reason.
     */
    private static Exception plain(Throwable e) {
        Exception plain = new Exception(e.toString(), e.getCause() == null ? null : plain(e.getCause()));
        plain.setStackTrace(e.getStackTrace());
        return plain;
    }

    /** Throws an {@link AnalysisException}, which Java takes for a checked one. */
    public static RuntimeException refusal(Condition condition, String message) {
        return refusal(condition, message, null);
    }

    /** Throws an {@link AnalysisException}, which Java takes for a checked one. */
    public static RuntimeException refusal(Condition condition, String message, Throwable cause) {
        return sneaky(new AnalysisException(
                "[" + condition + "] " + message,
                Option.empty(),
                Option.empty(),
                Option.apply(cause),
                Some.apply(condition.name()),
                Map$.MODULE$.empty(),
                new QueryContext[0],
                Some.apply(condition.sqlState),
                Some.apply(message)));
    }

    /**
     * Does what Spark asks for while it looks at a statement: what is refused is an {@link AnalysisException}.
     *
     * @param condition of what is refused by an {@link IllegalArgumentException}, except a wrong value of a property
     */
    public static <T> T analysed(Condition condition, Callable<T> work) {
        try {
            return work.call();
        } catch (InvalidPropertyException e) {
            throw refusal(Condition.STOA_INVALID_SETTING, e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw e instanceof SparkThrowable ? e : refusal(condition, e.getMessage(), e);
        } catch (IOException e) {
            throw of(e);
        } catch (Exception e) {
            throw sneaky(e);
        }
    }

    /** Returns an exception that Java takes for a checked one, so that a place without it throws it. */
    public static RuntimeException unchecked(Exception e) {
        throw sneaky(e);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> RuntimeException sneaky(Exception e) throws E {
        throw (E) e;
    }

    /** Work with a store. */
    public interface Work<T> {
        T run() throws IOException;
    }

    /** Does it, in a place where no exception is expected. */
    public static <T> T unchecked(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw of(e);
        }
    }
}
