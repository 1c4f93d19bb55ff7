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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.PartFile;
import dev.stoa.table.internal.log.SmallParts;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fragments that come in no order, in parts of a table that is sorted or divided. */
class ClusteredPartsTest {
    private static final int MOST = 4;
    private static final int FRAGMENTS = 80;
    private static final TableProperties SORTED = new TableProperties(
            List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
    private static final TableProperties DIVIDED = new TableProperties(
            List.of(), List.of(), List.of(new TableProperties.PartitionColumn(1, "truncate(4)")), Map.of());

    @TempDir
    private Path path;

    private final List<String> opened = new ArrayList<>();

    private Folder folder() {
        return new ForwardingFolder(new LocalFolder(path)) {
            @Override
            public RangeSource open(String name, OptionalLong length) throws IOException {
                if (name.startsWith(Log.PARTS)) {
                    opened.add(name);
                }
                return super.open(name, length);
            }
        };
    }

    private Snapshot open() throws IOException {
        return Table.open(folder(), TableSettings.DEFAULT).lastKnown();
    }

    private static Set<String> parts(Snapshot snapshot) {
        return snapshot.state().held().base().files().stream()
                .map(PartFile::path)
                .collect(Collectors.toSet());
    }

    private UUID insert(long key, boolean isDivided) throws IOException {
        Transaction insert = Table.open(folder(), TableSettings.DEFAULT).begin("insert");
        String file = insert.newDataFile();
        Rows.write(folder(), file, insert.snapshot().schema(), Rows.row(key, 0, "s"));
        UUID id = insert.addFragment(file, isDivided ? Optional.of(String.valueOf(key - key % 4)) : Optional.empty());
        insert.commit();
        return id;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fewPartsHaveAKey(boolean isDivided) throws IOException {
        Random random = new Random(Seeds.next(getClass()));
        Table.create(folder(), Rows.schema(), isDivided ? DIVIDED : SORTED, TableSettings.DEFAULT);
        List<Long> keys = new ArrayList<>(LongStream.range(0, FRAGMENTS).boxed().toList());
        Collections.shuffle(keys, random);
        Set<UUID> expected = new HashSet<>();
        Set<String> before = Set.of();
        int written = 0;
        for (long key : keys) {
            UUID id = insert(key, isDivided);
            expected.add(id);
            if (random.nextInt(10) == 0) { // changes of fragments in parts
                Transaction remove = Table.open(folder(), TableSettings.DEFAULT).begin("delete");
                remove.removeFragment(id);
                remove.commit();
                expected.remove(id);
            }
            SmallParts.checkpoint(folder(), open().state(), MOST, UUID::randomUUID);
            Snapshot now = open();
            assertEquals(expected, now.fragments().stream().map(Fragment::id).collect(Collectors.toSet()));
            assertTrue(now.state().held().base().files().stream().allMatch(part -> part.fragments() <= MOST));
            Set<String> fresh = new HashSet<>(parts(now));
            fresh.removeAll(before);
            assertTrue(fresh.size() <= 1 + 4, "of " + parts(now).size() + " parts are new: " + fresh.size());
            written += fresh.size();
            before = parts(now);
        }
        Expiry.plan(Table.open(folder(), TableSettings.DEFAULT), Duration.ZERO, 1, Duration.ZERO)
                .run();
        Damage.assertSound(new LocalFolder(path));
        assertEquals(expected, open().fragments().stream().map(Fragment::id).collect(Collectors.toSet()));
        assertTrue(written < 6 * before.size(), written + " parts were written for " + before.size());
        int read = 0;
        for (long key = 0; key < FRAGMENTS; key++) {
            opened.clear();
            open().scan().filter(Filter.equal("k", key)).build();
            read += new HashSet<>(opened).size();
        }
        double each = (double) read / FRAGMENTS;
        assertTrue(each < before.size() / 3.0, each + " of " + before.size() + " parts are read for a key");
    }
}
