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

import static dev.stoa.table.Rows.insert;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.statistics.ColumnEstimate;
import dev.stoa.table.statistics.RowEstimate;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Estimates are near what scans find, if values are spread evenly. */
class RowEstimateTest {
    private static final int ROWS = 10_000;
    private static final int KEY = 1;
    private static final int DAY = 2;
    private static final int PRICE = 3;
    private static final int RATIO = 4;
    private static final int COLOUR = 5;
    private static final Schema SCHEMA = Schema.of(
            Field.required("k", Type.of(TypeKind.INT64)),
            Field.nullable("day", Type.of(TypeKind.DATE)),
            Field.nullable("price", Type.decimal(15, 2)),
            Field.nullable("ratio", Type.of(TypeKind.FLOAT64)),
            Field.nullable("colour", Type.of(TypeKind.STRING)));

    @TempDir
    private Path path;

    private LocalFolder folder;
    private Table table;

    @BeforeEach
    void create() throws IOException {
        folder = new LocalFolder(path);
        table = Table.create(folder, SCHEMA, TableProperties.NONE, TableSettings.DEFAULT);
        Random random = new Random(1);
        Object[][] rows = new Object[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            rows[i] = new Object[] {
                (long) i,
                i % 4 == 0 ? null : LocalDate.of(2024, 1, 1).plusDays(random.nextInt(100)),
                BigDecimal.valueOf(random.nextInt(1000), 2),
                random.nextDouble(),
                "colour " + random.nextInt(20)
            };
        }
        Transaction transaction = table.begin("insert");
        insert(transaction, folder, rows);
        transaction.commit();
    }

    private RowEstimate estimate(Filter... filters) throws IOException {
        Snapshot snapshot = table.snapshot();
        Optional<Filter> all = filters.length == 0 ? Optional.empty() : Optional.of(Filter.and(filters));
        return RowEstimate.of(snapshot, snapshot.fragments(), all);
    }

    private void near(Filter filter) throws IOException {
        double found = 0;
        try (TableScan scan = table.snapshot().scan().filter(filter).build()) {
            while (scan.next()) {
                found += scan.batch().selectedCount();
            }
        }
        double estimated = estimate(filter).rows();
        assertTrue(
                Math.abs(estimated - found) <= Math.max(15, found * 0.15),
                () -> filter + " leaves rows, estimated " + estimated);
    }

    @Test
    void rowsAreNearThoseThatAScanFinds() throws IOException {
        assertEquals(ROWS, estimate().rows());
        near(Filter.less("k", 2500));
        near(Filter.between("k", 100, 4099));
        near(Filter.and(Filter.greater("k", 100), Filter.lessOrEqual("k", 4099), Filter.notEqual("k", 300)));
        near(Filter.or(Filter.less("k", 1000), Filter.greaterOrEqual("k", 9000)));
        near(Filter.equal("k", 77));
        near(Filter.equal("k", -5));
        near(Filter.in("k", java.util.List.of(1, 2, 3, 20_000)));
        near(Filter.less("day", LocalDate.of(2024, 2, 1)));
        near(Filter.equal("day", LocalDate.of(2024, 2, 1)));
        near(Filter.isNull("day"));
        near(Filter.isNotNull("day"));
        near(Filter.not(Filter.less("day", LocalDate.of(2024, 2, 1))));
        near(Filter.greaterOrEqual("price", new BigDecimal("7.50")));
        near(Filter.less("ratio", 0.25));
        near(Filter.and(Filter.less("ratio", 0.5), Filter.less("k", 5000), Filter.isNotNull("day")));
        near(Filter.or(Filter.less("ratio", 0.5), Filter.less("k", 5000)));
        near(Filter.not(Filter.or(Filter.less("ratio", 0.5), Filter.less("k", 5000))));
    }

    @Test
    void aFilterNarrowsItsColumns() throws IOException {
        RowEstimate some = estimate(Filter.between("k", 2500, 4999), Filter.isNotNull("day"));
        ColumnEstimate key = some.column(KEY).orElseThrow();
        assertEquals(0.25, key.from(), 0.001);
        assertEquals(0.5, key.to(), 0.001);
        assertEquals(2500 * 0.75, key.distinct().orElseThrow(), 5);
        ColumnEstimate day = some.column(DAY).orElseThrow();
        assertEquals(0, day.nulls());
        assertEquals(100, day.distinct().orElseThrow());
        assertEquals(0.25, estimate().column(DAY).orElseThrow().nulls(), 0.001);
        assertEquals(1000, estimate().column(PRICE).orElseThrow().distinct().orElseThrow(), 5);
        assertTrue(estimate().column(RATIO).orElseThrow().distinct().isEmpty());
        assertTrue(estimate().column(COLOUR).orElseThrow().distinct().isEmpty());
        assertEquals(
                1,
                estimate(Filter.equal("k", 3))
                        .column(KEY)
                        .orElseThrow()
                        .distinct()
                        .orElseThrow());
    }

    @Test
    void nothingIsEstimatedBelowARow() throws IOException {
        assertEquals(1, estimate(Filter.less("k", -10)).rows());
        assertEquals(1, estimate(Filter.or()).rows());
    }

    @Test
    void literalsThatAreNoValuesAreEstimatedAnyhow() throws IOException {
        for (Filter odd : new Filter[] {
            Filter.less("k", 2.5),
            Filter.equal("k", new BigDecimal("1e30")),
            Filter.equal("ratio", Double.NaN),
            Filter.less("ratio", Double.POSITIVE_INFINITY),
            Filter.nullSafeEqual("day", LocalDate.of(1, 1, 1)),
            Filter.startsWith("colour", "colour 1"),
            Filter.contains("colour", "7")
        }) {
            double rows = estimate(odd).rows();
            assertTrue(rows >= 1 && rows <= ROWS, () -> odd + ": " + rows);
        }
    }

    @Test
    void countsOfValuesServeConditionsOnTexts() throws IOException {
        double guessed = estimate(Filter.equal("colour", "colour 3")).rows();
        DistinctCounts counts = new DistinctCounts(Map.of(COLOUR, new DistinctCounts.Count(20, ROWS)));
        TableOperations.of(table)
                .run(
                        "analyze",
                        transaction -> transaction.setProperties(
                                counts.addTo(transaction.snapshot().properties())));
        assertEquals(counts, DistinctCounts.of(table.snapshot().properties()));
        assertEquals(20, estimate().column(COLOUR).orElseThrow().distinct().orElseThrow());
        near(Filter.equal("colour", "colour 3"));
        near(Filter.in("colour", java.util.List.of("colour 3", "colour 4", "colour 5")));
        near(Filter.notEqual("colour", "colour 3"));
        assertEquals(1000, guessed);
    }

    @Test
    void countsGrowWithTheRowsIfMostValuesDiffered() {
        DistinctCounts counts = DistinctCounts.parse("3 150 200000\n4 900 1000");
        assertEquals(150, counts.of(3).orElseThrow().among(400_000));
        assertEquals(90, counts.of(3).orElseThrow().among(90));
        assertEquals(1800, counts.of(4).orElseThrow().among(2000));
        assertEquals(Optional.empty(), counts.of(5));
        assertEquals(counts, DistinctCounts.parse(counts.toString()));
    }

    @Test
    void otherTextsAreRefusedWhenTheyAreSet() {
        TableProperties wrong = TableProperties.NONE.withOther(Map.of(TableProperties.DISTINCT, "many"));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> TableOperations.of(table).run("alter", transaction -> transaction.setProperties(wrong)))
                .getMessage();
        assertTrue(message.contains("the property 'distinct' has 'many'"), message);
        assertEquals(Map.of(), DistinctCounts.of(wrong).byField());
    }
}
