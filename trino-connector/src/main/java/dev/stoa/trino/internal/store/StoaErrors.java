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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.table.BrokenConstraintException;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.InvalidPropertyException;
import dev.stoa.table.TableException;
import dev.stoa.writer.RejectedDataException;
import io.trino.spi.ErrorCode;
import io.trino.spi.ErrorCodeSupplier;
import io.trino.spi.ErrorType;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import java.io.IOException;

/** Faults of stores and tables as exceptions with codes for users of Trino. */
public final class StoaErrors {
    private StoaErrors() {}

    /** Codes of our own. */
    public enum Code implements ErrorCodeSupplier {
        /** A store has failed. */
        STOA_STORE(0, ErrorType.EXTERNAL),
        /** A file is not as it was written. */
        STOA_CORRUPT_FILE(1, ErrorType.EXTERNAL),
        /** The table does not allow this in its present state. */
        STOA_INVALID_TABLE(2, ErrorType.EXTERNAL),
        /** Hive's metastore has failed, or can't be reached. */
        STOA_METASTORE(3, ErrorType.EXTERNAL);

        private static final int FIRST = 0x0570_A000;

        private final int number;
        private final ErrorType type;

        Code(int number, ErrorType type) {
            this.number = number;
            this.type = type;
        }

        @Override
        public ErrorCode toErrorCode() {
            return new ErrorCode(FIRST + number, name(), type);
        }
    }

    /** Work with a store. */
    public interface Work<T> {
        T run() throws IOException;
    }

    /** Runs it, and throws {@link TrinoException} if it fails. */
    public static <T> T unchecked(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw of(e);
        }
    }

    /** Work with a store that returns nothing. */
    public interface Step {
        void run() throws IOException;
    }

    /** Runs it, and throws {@link TrinoException} if it fails. */
    public static void run(Step step) {
        unchecked(() -> {
            step.run();
            return true;
        });
    }

    /** The exception for a fault of a store or a table. */
    public static TrinoException of(IOException e) {
        return new TrinoException(code(e), e.getMessage(), e);
    }

    private static ErrorCodeSupplier code(IOException e) {
        return switch (e) {
            case CommitConflictException _ -> StandardErrorCode.TRANSACTION_CONFLICT;
            case DuplicateKeyException _ -> StandardErrorCode.CONSTRAINT_VIOLATION;
            case CorruptFileException _ -> Code.STOA_CORRUPT_FILE;
            case UnsupportedFileException _ -> StandardErrorCode.NOT_SUPPORTED;
            case RejectedDataException _ -> StandardErrorCode.CONSTRAINT_VIOLATION;
            case BrokenConstraintException _ -> StandardErrorCode.CONSTRAINT_VIOLATION;
            case TableException _ -> Code.STOA_INVALID_TABLE;
            default -> Code.STOA_STORE;
        };
    }

    /** The refusal of a change of a table: a wrong value of a property, or what would take a rewrite. */
    public static TrinoException refused(IllegalArgumentException e) {
        ErrorCodeSupplier code = e instanceof InvalidPropertyException
                ? StandardErrorCode.INVALID_TABLE_PROPERTY
                : StandardErrorCode.NOT_SUPPORTED;
        return new TrinoException(code, e.getMessage(), e);
    }

    /** The refusal of an unsupported request. */
    public static TrinoException unsupported(String message) {
        return new TrinoException(StandardErrorCode.NOT_SUPPORTED, message);
    }
}
