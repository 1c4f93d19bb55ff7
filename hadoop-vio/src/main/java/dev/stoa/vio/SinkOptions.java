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
package dev.stoa.vio;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Options of a new file. Later releases add some: start from {@link #DEFAULT} and change it by the {@code with...}
 * methods; do not call the constructor.
 *
 * @param overwrite whether an existing file of that name is replaced; never a folder
 * @param direct whether exactly the given path is written, from the first byte on, because an engine's committer
 *     publishes it later: no temporary file, no rename
 * @param expectedLength the bytes that the file will probably have, or more. On HDFS a file of that length is one
 *     block. Default: 1 GiB
 * @param exclusive whether of any number of writers of one name exactly one must succeed, on all machines. A store that
 *     can't promise that causes an {@link UnsafeStoreException}
 * @param replication the number of nodes that get a copy, from 1 to {@link #MOST_REPLICAS}; without it the store's
 *     default counts. Only HDFS heeds it
 * @param favoredNodes the datanodes that should get the copies, best first, each as {@code HOST} or {@code HOST:PORT}.
 *     Only HDFS heeds it, and takes other nodes where it can't use these
 */
public record SinkOptions(
        boolean overwrite,
        boolean direct,
        OptionalLong expectedLength,
        boolean exclusive,
        OptionalInt replication,
        List<String> favoredNodes) {

    /** The most copies: as many as HDFS allows by default. */
    public static final int MOST_REPLICAS = 512;

    /** Refuse what exists, publish at commit, no expectation. */
    public static final SinkOptions DEFAULT =
            new SinkOptions(false, false, OptionalLong.empty(), false, OptionalInt.empty(), List.of());

    /**
     * {@link #DEFAULT} for a file that is much smaller than a block. HDFS reserves room for a whole block on each
     * datanode while a file is written.
     */
    public static final SinkOptions SMALL = DEFAULT.withExpectedLength(0);

    /**
     * Checks that the options fit together.
     *
     * @throws IllegalArgumentException if the expected length is negative, the replication is out of its range, or what is exclusive
     *     may overwrite or is direct
     */
    public SinkOptions {
        Objects.requireNonNull(expectedLength, "expectedLength");
        if (expectedLength.orElse(0) < 0) {
            throw new IllegalArgumentException(
                    "expectedLength is " + expectedLength.getAsLong() + "; must be 0 or more");
        }
        int copies = replication.orElse(1);
        if (copies < 1 || copies > MOST_REPLICAS) {
            throw new IllegalArgumentException("replication is " + copies + "; must be 1 to " + MOST_REPLICAS);
        }
        favoredNodes = List.copyOf(favoredNodes);
        if (exclusive && (overwrite || direct)) {
            throw new IllegalArgumentException("an exclusive file neither overwrites nor is written in place");
        }
    }

    /**
     * Returns whether others may build on the name from the moment the file has it: that of an exclusive file, or of one in
     * the place of another. Such a file stays when a later step fails; another one is removed by the abort.
     */
    public boolean isReliedOn() {
        return exclusive || overwrite;
    }

    /** Returns these options with another answer to whether an existing file is replaced. */
    public SinkOptions withOverwrite(boolean replace) {
        return new SinkOptions(replace, direct, expectedLength, exclusive, replication, favoredNodes);
    }

    /** Returns these options with another answer to whether exactly the given path is written from the first byte on. */
    public SinkOptions withDirect(boolean exactPath) {
        return new SinkOptions(overwrite, exactPath, expectedLength, exclusive, replication, favoredNodes);
    }

    /** Returns these options with an expected length, in bytes. */
    public SinkOptions withExpectedLength(long bytes) {
        return new SinkOptions(overwrite, direct, OptionalLong.of(bytes), exclusive, replication, favoredNodes);
    }

    /** Returns these options with another answer to whether exactly one writer of a name must succeed. */
    public SinkOptions withExclusive(boolean onlyOne) {
        return new SinkOptions(overwrite, direct, expectedLength, onlyOne, replication, favoredNodes);
    }

    /** Returns these options with a number of copies, or with the store's default. */
    public SinkOptions withReplication(OptionalInt copies) {
        return new SinkOptions(overwrite, direct, expectedLength, exclusive, copies, favoredNodes);
    }

    /** Returns these options with the datanodes that should get the copies. */
    public SinkOptions withFavoredNodes(List<String> nodes) {
        return new SinkOptions(overwrite, direct, expectedLength, exclusive, replication, nodes);
    }
}
