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
package dev.stoa.spark.internal.write;

import dev.stoa.reader.Filter;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.read.PredicateTranslation;
import dev.stoa.table.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * The condition of the rows that a write replaces. The rows that it brings must be among them.
 *
 * @param predicates that are all true on such a row, in Spark's words
 * @param filter the same, as a scan takes it
 */
public record RowCondition(List<Predicate> predicates, Filter filter) {

    /** A condition on the rows of a table; empty if a scan does not take it. */
    public static Optional<RowCondition> of(Predicate[] predicates, Snapshot snapshot) {
        PredicateTranslation translation = new PredicateTranslation(FieldNotes.comparable(snapshot));
        List<Predicate> all = List.copyOf(Arrays.asList(predicates));
        if (all.stream().anyMatch(predicate -> translation.translate(predicate).isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new RowCondition(
                all, new Filter.And(translation.all(all).stream().toList())));
    }
}
