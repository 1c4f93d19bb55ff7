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
package dev.stoa.trino.internal.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.stoa.reader.Filter;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The splits of a scan share a filter until the other side of a join says more. */
final class ScanFilterTest {
    private static final StoaColumn ID =
            new StoaColumn("id", List.of(), BigintType.BIGINT, true, StoaColumn.Kind.STORED);

    private static TupleDomain<ColumnHandle> keys(Long... keys) {
        return TupleDomain.withColumnDomains(Map.of(ID, Domain.multipleValues(BigintType.BIGINT, List.of(keys))));
    }

    private static Filter in(Object... keys) {
        return new Filter.And(List.of(new Filter.Or(List.of(Filter.in("id", List.of(keys))))));
    }

    @Test
    void splitsShareTheFilterUntilTheConditionsChange() {
        ScanFilter filter = new ScanFilter();
        Filter first = filter.of(TupleDomain.all(), keys(3L, 7L)).orElseThrow();
        assertEquals(in(3L, 7L), first);
        assertSame(first, filter.of(TupleDomain.all(), keys(3L, 7L)).orElseThrow());
        assertEquals(Optional.of(in(3L)), filter.of(TupleDomain.all(), keys(3L)));
        assertEquals(Optional.empty(), filter.of(TupleDomain.all(), TupleDomain.all()));
        assertEquals(Optional.of(Filter.or()), filter.of(TupleDomain.none(), TupleDomain.all()));
    }
}
