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

import dev.stoa.writer.WriterOptions;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Options of operations. Later releases add some: start from {@link #DEFAULT} and change it by the {@code with...}
 * methods; do not call the constructor.
 *
 * @param writer how files are written
 * @param bufferBytes about how many bytes of rows are kept in memory to sort them, or to look up their keys
 * @param attempts the most attempts of an operation, each from the newest version, if others commit first; at least one
 * @param once an id: of all attempts with it, at most one commits; absent for a new one
 * @param progress receives the number of rows that an update or delete has read so far, batch by batch. An insert or
 *     upsert by key looks up keys several times, and each look-up counts its rows anew
 */
public record OperationOptions(
        WriterOptions writer, long bufferBytes, int attempts, Optional<Once> once, LongConsumer progress) {
    /** The writer's defaults, 64 MiB, ten attempts, a new transaction. */
    public static final OperationOptions DEFAULT =
            new OperationOptions(WriterOptions.DEFAULT, 64L << 20, 10, Optional.empty(), rows -> {});

    /** Checks the ranges. */
    public OperationOptions {
        Objects.requireNonNull(writer, "writer is null");
        Objects.requireNonNull(once, "once is null");
        Objects.requireNonNull(progress, "progress is null");
        if (bufferBytes < 1 || attempts < 1) {
            throw new IllegalArgumentException(bufferBytes + " bytes and " + attempts + " attempts are too few");
        }
    }

    /** The same with other options of files. */
    public OperationOptions withWriter(WriterOptions other) {
        return new OperationOptions(other, bufferBytes, attempts, once, progress);
    }

    /** The same with another amount of memory. */
    public OperationOptions withBufferBytes(long bytes) {
        return new OperationOptions(writer, bytes, attempts, once, progress);
    }

    /** The same with another number of attempts. */
    public OperationOptions withAttempts(int count) {
        return new OperationOptions(writer, bufferBytes, count, once, progress);
    }

    /** The same for what is committed at most once: an operation then fails with an {@link AlreadyCommittedException}. */
    public OperationOptions withOnce(Once what) {
        return new OperationOptions(writer, bufferBytes, attempts, Optional.of(what), progress);
    }

    /** Returns the same with a receiver of progress. */
    public OperationOptions withProgress(LongConsumer told) {
        return new OperationOptions(writer, bufferBytes, attempts, once, told);
    }
}
