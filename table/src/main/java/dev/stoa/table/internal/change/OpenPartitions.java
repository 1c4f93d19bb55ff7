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
package dev.stoa.table.internal.change;

import dev.stoa.table.TableException;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The open writers of partitions: at most a given number, whatever the number of partitions. If more partitions get rows, the
 * writer without rows for the longest time ends. Rows that come by partition need no more.
 *
 * @param <S> takes the rows of a partition
 */
public final class OpenPartitions<S> {
    /** A writer keeps at most this number of partitions open: each has a file and its buffers. */
    public static final int MOST = 1024;

    private final int most;
    private final boolean mayReturn;
    private final Ending<S> ending;
    private final Map<String, S> open = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<String> ended = new HashSet<>();

    /** Begins with the rows of a partition. */
    public interface Opening<S> {
        S open() throws IOException;
    }

    /** Ends with the rows of a partition. */
    public interface Ending<S> {
        void end(S sink) throws IOException;
    }

    /**
     * None yet.
     *
     * @param mayReturn whether one that had to end may be reopened
     */
    public OpenPartitions(int most, boolean mayReturn, Ending<S> ending) {
        this.most = most;
        this.mayReturn = mayReturn;
        this.ending = ending;
    }

    /**
     * Takes the rows of a partition.
     *
     * @throws TableException if it had to end before, and may not return
     */
    public S of(String partition, Opening<S> opening) throws IOException {
        S sink = open.get(partition);
        if (sink != null) {
            return sink;
        }
        if (ended.contains(partition) && !mayReturn) {
            throw new TableException(
                    "rows of more than " + most + " partitions come mixed, here of '"
                            + partition.replace('\n', ' ')
                            + "': sort them by the columns that divide the table, so that those of a partition follow each other");
        }
        if (open.size() >= most) {
            Iterator<Map.Entry<String, S>> all = open.entrySet().iterator();
            Map.Entry<String, S> oldest = all.next();
            ending.end(oldest.getValue());
            ended.add(oldest.getKey());
            all.remove();
        }
        sink = opening.open();
        open.put(partition, sink);
        return sink;
    }

    /** Forgets what is full: more rows of the partition open it anew. */
    public void remove(String partition) {
        open.remove(partition);
    }

    /** All that is open. */
    public Collection<S> all() {
        return open.values();
    }

    public void clear() {
        open.clear();
    }
}
