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
package dev.stoa.table.placement;

import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Divides a move into slices of files, so that no node gets more bytes a second than it may. A slice has the bytes of ten
 * seconds for a node, or one file if that is larger. The next slice starts when the time of its bytes is over. For one thread.
 */
final class Slices {
    private static final int MOST_FILES = 256;
    private static final int SECONDS = 10;

    private final long perSecond;
    private long due = System.nanoTime();

    Slices(long perSecond) {
        this.perSecond = perSecond;
    }

    /** Returns the files to move next: the first of those that are left. */
    List<PartFile> first(List<PartFile> left) {
        Map<String, Long> coming = new HashMap<>();
        long most = perSecond > Long.MAX_VALUE / SECONDS ? Long.MAX_VALUE : perSecond * SECONDS;
        int files = 0;
        while (files < Math.min(MOST_FILES, left.size()) && fits(left.get(files), coming, most)) {
            add(left.get(files), coming);
            files++;
        }
        return left.subList(0, files);
    }

    private static boolean fits(PartFile file, Map<String, Long> coming, long most) {
        return file.missing().stream()
                .allMatch(node -> !coming.containsKey(node) || file.bytesToCopy(node) <= most - coming.get(node));
    }

    private static void add(PartFile file, Map<String, Long> coming) {
        file.missing().forEach(node -> coming.merge(node, file.bytesToCopy(node), Long::sum));
    }

    /** Returns how long the files of a slice take at least. */
    long nanos(List<PartFile> slice) {
        Map<String, Long> coming = new HashMap<>();
        slice.forEach(file -> add(file, coming));
        double most = coming.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return (long) (most / perSecond * TimeUnit.SECONDS.toNanos(1));
    }

    /** Waits until a slice may start. */
    void start(List<PartFile> slice) throws InterruptedIOException {
        Pauses.until(due);
        due = System.nanoTime() + nanos(slice);
    }
}
