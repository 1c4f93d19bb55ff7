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
package dev.stoa.table.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableProperties.PartitionColumn;
import dev.stoa.table.TableProperties.SortColumn;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order of fragments in parts of checkpoints, and which parts are merged. */
class ClusteringTest {
    private static final TableSchema SCHEMA = TableSchema.numbered(
            Schema.of(
                    Field.nullable("a", Rows.LONG),
                    Field.nullable("b", Rows.LONG),
                    Field.nullable("c", Type.geo(TypeKind.GEOMETRY, "EPSG:4326"))),
            false);
    private static final Clustering BY_BOTH = Clustering.of(SCHEMA, sorted(1, 2));

    private static TableProperties sorted(int... fields) {
        return new TableProperties(
                IntStream.of(fields)
                        .mapToObj(id -> new SortColumn(id, false, false))
                        .toList(),
                List.of(),
                List.of(),
                Map.of());
    }

    private static Optional<ColumnVector> value(long value) {
        return Optional.of(new LongVector(Rows.LONG, new long[] {value}, ColumnVector.NO_NULLS, 1));
    }

    private static ColumnBounds bounds(long least, long greatest) {
        return new ColumnBounds(Rows.LONG, 9, 0, 0, value(least), true, value(greatest), true);
    }

    /** Fragments of one entry: the least and greatest values of column a, then those of b; none where nothing is known. */
    private static List<Fragment> fragments(long[]... of) throws IOException {
        Changes changes = new Changes();
        changes.schema = Optional.of(SCHEMA);
        changes.properties = Optional.of(TableProperties.NONE);
        for (int i = 0; i < of.length; i++) {
            Map<Integer, ColumnBounds> known = of[i].length == 0
                    ? Map.of()
                    : of[i].length == 2
                            ? Map.of(1, bounds(of[i][0], of[i][1]))
                            : Map.of(1, bounds(of[i][0], of[i][1]), 2, bounds(of[i][2], of[i][3]));
            FileIdentity identity = new FileIdentity(new UUID(0x4000, Long.MIN_VALUE + i), 9, new ContentHash(i, 1));
            changes.added.put(
                    new UUID(i, Long.MIN_VALUE),
                    new Changes.NewFragment(
                            9,
                            Optional.empty(),
                            new DataFile.Added("data/" + i + ".stoa", identity, Optional.empty(), 0, known)));
        }
        CommitInfo info = new CommitInfo(0, Instant.EPOCH, new UUID(0x4000, Long.MIN_VALUE), "test", 0, false, 0);
        String name = Log.entryName(0);
        byte[] bytes = EntryWriter.bytes(name, new UUID(1, 1), Optional.empty(), info, changes);
        LogContents entry = new MemoryFile(name, bytes).contents(LogKind.ENTRY, 0);
        return List.copyOf(TableState.of(entry, name).fragments().values());
    }

    private static List<Long> order(Clustering clustering, List<Fragment> fragments) throws IOException {
        return clustering.sorted(fragments).stream()
                .map(fragment -> fragment.id().getMostSignificantBits())
                .toList();
    }

    @Test
    void fragmentsAreSortedByTheirLeastValues() throws IOException {
        List<Fragment> some = fragments(
                new long[] {5, 90, 3, 3},
                new long[] {},
                new long[] {-5, 99, 7, 7},
                new long[] {5, 6, 2, 9},
                new long[] {5, 5},
                new long[] {5, 7, 2, 2});
        assertEquals(List.of(2L, 3L, 5L, 0L, 4L, 1L), order(BY_BOTH, some));
        assertEquals(List.of(2L, 0L, 3L, 4L, 5L, 1L), order(Clustering.of(SCHEMA, sorted(1)), some));
        assertEquals(List.of(3L, 5L, 0L, 2L, 1L, 4L), order(Clustering.of(SCHEMA, sorted(2)), some));
        assertSame(some, Clustering.of(SCHEMA, TableProperties.NONE).sorted(some));
    }

    /** Partitions come before the order, each column once; not those by hash, nor types without an order. */
    @Test
    void columnsOfATable() throws IOException {
        List<SortColumn> sorted = List.of(
                new SortColumn(2, false, false), new SortColumn(1, false, false), new SortColumn(3, false, false));
        List<PartitionColumn> partitions =
                List.of(new PartitionColumn(1, "truncate(4)"), new PartitionColumn(2, "hash(4)"));
        Clustering clustering = Clustering.of(SCHEMA, new TableProperties(sorted, List.of(), partitions, Map.of()));
        assertEquals(2, clustering.size());
        List<Fragment> some = fragments(new long[] {2, 2, 0, 0}, new long[] {1, 1, 9, 9});
        assertEquals(List.of(1L, 0L), order(clustering, some));
        assertEquals(0, Clustering.of(SCHEMA, TableProperties.NONE).size());
        assertEquals(
                0,
                Clustering.of(SCHEMA, new TableProperties(List.of(), List.of(), partitions.subList(1, 2), Map.of()))
                        .size());
    }

    /** Returns parts with the given number of fragments each, and with the bounds of fragments of an entry. */
    private static List<PartFile> parts(int fragments, long[]... of) throws IOException {
        List<PartFile> parts = new ArrayList<>();
        for (Fragment fragment : fragments(of)) {
            DataFile file = fragment.files().get(0);
            parts.add(new PartFile(file.path(), file.identity(), 0, fragments, file.row()));
        }
        return parts;
    }

    private static List<List<Integer>> merges(long budget, List<PartFile> parts) throws IOException {
        List<Integer> all = IntStream.range(0, parts.size()).boxed().toList();
        return PartMerges.of(BY_BOTH, parts, all, budget);
    }

    @Test
    void partsThatOverlapAreMerged() throws IOException {
        assertEquals(List.of(), merges(1000, parts(4, new long[] {1, 2}, new long[] {3, 4}, new long[] {5, 6})));
        assertEquals(List.of(), merges(1000, parts(4, new long[] {1, 3}, new long[] {3, 4})), "they only touch");
        assertEquals(List.of(List.of(0, 2)), merges(1000, parts(4, new long[] {1, 4}, new long[] {7, 9}, new long[] {
            3, 6
        })));
        assertEquals(List.of(), merges(1000, parts(4, new long[] {1, 4}, new long[] {})), "nothing is known of one");
        List<PartFile> three = parts(4, new long[] {1, 9}, new long[] {1, 9}, new long[] {1, 9});
        assertEquals(List.of(List.of(0, 2)), PartMerges.of(BY_BOTH, three, List.of(2, 0), 1000));
        assertEquals(List.of(), PartMerges.of(BY_BOTH, three, List.of(1), 1000));
        Clustering none = Clustering.of(SCHEMA, TableProperties.NONE);
        assertEquals(List.of(), PartMerges.of(none, three, List.of(0, 1, 2), 1000));
    }

    /** The width counts the bounds of all parts: here 0, 1, 2, 3, 4, 5, 6, 7. */
    @Test
    void partsOfOneWidthAreMerged() throws IOException {
        long[] wide = {0, 7};
        assertEquals(
                List.of(List.of(1, 2)),
                merges(1000, parts(4, wide, new long[] {1, 3}, new long[] {2, 4}, new long[] {5, 6})));
        assertEquals(
                List.of(List.of(0, 1)),
                merges(1000, parts(4, wide, new long[] {1, 6}, new long[] {2, 3}, new long[] {4, 5})));
    }

    @Test
    void mergesKeepToTheBudget() throws IOException {
        List<PartFile> two = parts(4, new long[] {1, 9}, new long[] {2, 10});
        assertEquals(List.of(List.of(0, 1)), merges(8, two));
        assertEquals(List.of(), merges(7, two));
        assertEquals(List.of(), merges(0, two));
        assertEquals(List.of(), merges(-1, two));
        long[][] equal = new long[10][];
        Arrays.fill(equal, new long[] {1, 9});
        List<PartFile> ten = parts(4, equal);
        assertEquals(
                List.of(List.of(0, 1, 2, 3, 4, 5, 6, 7), List.of(8, 9)), merges(8 * 32, ten), "8 parts are the most");
        assertEquals(
                List.of(List.of(0, 1), List.of(2, 3), List.of(4, 5), List.of(6, 7), List.of(8, 9)),
                merges(40, ten),
                "a share is 5");
        assertEquals(List.of(List.of(0, 1, 2), List.of(3, 4, 5), List.of(6, 7, 8)), merges(8 * 12, ten));
        assertEquals(List.of(List.of(0, 1), List.of(2, 3)), merges(19, ten), "8 and 8, but not 8 more");
    }

    @Test
    void partsOfOneValueAreToldApartByTheNextColumn() throws IOException {
        assertEquals(
                List.of(List.of(0, 2), List.of(3, 4)),
                merges(
                        1000,
                        parts(
                                4,
                                new long[] {1, 1, 5, 8},
                                new long[] {1, 1, 10, 12},
                                new long[] {1, 1, 6, 9},
                                new long[] {2, 2, 5, 8},
                                new long[] {2, 2, 6, 9},
                                new long[] {2, 3, 5, 9})));
        assertEquals(
                List.of(),
                merges(1000, parts(4, new long[] {1, 1, 5, 5}, new long[] {1, 1, 5, 5})),
                "no column tells them apart");
    }
}
