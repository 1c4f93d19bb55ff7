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

import dev.stoa.format.Batch;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanStats;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** The rows of a file while they are put together with those of others. For one thread. */
final class FileRows implements Closeable {
    private final FilePart part;
    private final Scan scan;
    private Optional<Batch> batch = Optional.empty();

    FileRows(FilePart part, Scan scan) {
        this.part = part;
        this.scan = scan;
    }

    FilePart part() {
        return part;
    }

    /** Goes to the next batch. */
    boolean next() throws IOException {
        batch = scan.next() ? Optional.of(scan.batch()) : Optional.empty();
        return batch.isPresent();
    }

    Batch batch() {
        return batch.orElseThrow();
    }

    /** Whether the batch has a row from the given one on. */
    boolean hasRowsFrom(long row) {
        return batch.isPresent() && endRow() > row;
    }

    long endRow() {
        return batch().firstRow() + batch().rowCount();
    }

    ScanStats stats() {
        return scan.stats();
    }

    @Override
    public void close() {
        scan.close();
    }
}
