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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** An index may be dropped at any time: a scan that has found it before does without. */
class DroppedIndexTest {
    private final MemoryFolder files = new MemoryFolder();

    /** How the store tells that the index is gone. */
    private interface Telling {
        RangeSource open(String name) throws IOException;
    }

    private List<String> rows(Telling telling) throws IOException {
        ForwardingFolder folder = new ForwardingFolder(files) {
            @Override
            public RangeSource open(String name, OptionalLong knownLength) throws IOException {
                return name.endsWith(".index") ? telling.open(name) : super.open(name, knownLength);
            }
        };
        return Rows.read(
                Table.open(folder, TableSettings.DEFAULT.withKeptRows(0)).snapshot(), Filter.equal("k", 2L));
    }

    private static RangeSource failing(String name, IOException failure) {
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                throw failure;
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        StoreProfile once =
                StoreProfile.local().withRetries(StoreProfile.local().retries().withAttempts(1, 0));
        return RangeSources.of(name, 10_000, once, BufferAllocator.pooled(), reader);
    }

    @Test
    void aScanDoesWithoutAnIndexThatIsGone() throws IOException {
        Table table = Table.create(
                files,
                Rows.schema(),
                new TableProperties(List.of(), List.of(), List.of(), Map.of()),
                TableSettings.DEFAULT);
        Transaction inserting = table.begin("insert");
        Rows.insert(inserting, files, Rows.row(1L, 10, "a"), Rows.row(2L, 20, "b"));
        inserting.commit();
        assertEquals(1, TableIndexes.add(table.snapshot(), "k", "test").size());
        List<String> expected = rows(name -> files.open(name, OptionalLong.empty()));
        assertEquals(1, expected.size());
        assertEquals(expected, rows(name -> {
            throw new FileNotFoundException(name);
        }));
        // object stores tell at the first read
        assertEquals(expected, rows(name -> failing(name, new FileNotFoundException(name))));
        assertThrows(RangeReadException.class, () -> rows(name -> failing(name, new IOException("it fails"))));
    }
}
