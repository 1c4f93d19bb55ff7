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
package dev.stoa.trino.internal.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.reader.Filter;
import io.airlift.slice.Slices;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of the values that Trino asks for. */
class FiltersTest {
    private static Filter of(Type type, Domain domain) {
        StoaColumn column = new StoaColumn("c", List.of(), type, true, StoaColumn.Kind.STORED);
        return Filters.of(TupleDomain.withColumnDomains(Map.of(column, domain))).orElseThrow();
    }

    private static Filter either(Filter... any) {
        return new Filter.And(List.of(new Filter.Or(List.of(any))));
    }

    private static Filter points(Type type, Object... values) {
        return of(type, Domain.multipleValues(type, List.of(values)));
    }

    @Test
    void valuesWithoutGapsAreOneRange() {
        assertEquals(either(Filter.between("c", 3L, 6L)), points(BigintType.BIGINT, 5L, 3L, 6L, 4L));
        assertEquals(either(Filter.between("c", -1L, 0L)), points(IntegerType.INTEGER, -1L, 0L));
        Filter days = Filter.between("c", LocalDate.parse("2000-02-28"), LocalDate.parse("2000-03-01"));
        long first = LocalDate.parse("2000-02-28").toEpochDay();
        assertEquals(either(days), points(DateType.DATE, first, first + 1, first + 2));
        long max = Long.MAX_VALUE;
        assertEquals(either(Filter.between("c", max - 1, max)), points(BigintType.BIGINT, max, max - 1));
    }

    @Test
    void valuesWithGapsStayPoints() {
        assertEquals(either(Filter.in("c", List.of(3L, 4L, 6L))), points(BigintType.BIGINT, 6L, 3L, 4L));
        assertEquals(
                either(Filter.in("c", List.of(Long.MIN_VALUE, Long.MAX_VALUE))),
                points(BigintType.BIGINT, Long.MIN_VALUE, Long.MAX_VALUE));
        assertEquals(either(Filter.in("c", List.of(7L))), points(BigintType.BIGINT, 7L));
        assertEquals(
                either(Filter.in("c", List.of(new BigDecimal("0.1"), new BigDecimal("0.2")))),
                points(DecimalType.createDecimalType(9, 1), 1L, 2L));
        assertEquals(
                either(Filter.in("c", List.of("a", "b"))),
                points(VarcharType.VARCHAR, Slices.utf8Slice("a"), Slices.utf8Slice("b")));
    }

    @Test
    void nullsAndRangesAreKept() {
        ValueSet run = ValueSet.of(BigintType.BIGINT, 1L, 2L);
        assertEquals(
                either(Filter.isNull("c"), Filter.between("c", 1L, 2L)),
                of(BigintType.BIGINT, Domain.create(run, true)));
        ValueSet mixed =
                ValueSet.ofRanges(Range.equal(BigintType.BIGINT, 1L), Range.greaterThan(BigintType.BIGINT, 5L));
        assertEquals(
                either(new Filter.And(List.of(Filter.greater("c", 5L))), Filter.in("c", List.of(1L))),
                of(BigintType.BIGINT, Domain.create(mixed, false)));
        ValueSet others = ValueSet.of(BigintType.BIGINT, 1L).complement();
        assertEquals(
                either(new Filter.And(List.of(Filter.less("c", 1L))), new Filter.And(List.of(Filter.greater("c", 1L)))),
                of(BigintType.BIGINT, Domain.create(others, false)));
    }
}
