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
package dev.stoa.spark.internal.read;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;

/**
 * An aggregate that a scan computes. Two are equal if they are the same text of SQL, so that Spark computes once what a query
 * has twice. Spark's {@link Aggregation} compares arrays by their identity, and most functions in them have no equality.
 */
final class PushedAggregation implements Serializable {
    private static final long serialVersionUID = 1;

    private final Aggregation asked;
    private final String text;

    PushedAggregation(Aggregation asked) {
        this.asked = asked;
        this.text = List.of(asked.aggregateExpressions())
                + (asked.groupByExpressions().length == 0 ? "" : " by " + List.of(asked.groupByExpressions()));
    }

    Aggregation asked() {
        return asked;
    }

    /** Returns what a scan gives, in its order: the groups, then the functions. */
    List<String> outputs() {
        return Stream.of(asked.groupByExpressions(), asked.aggregateExpressions())
                .flatMap(all -> texts(all).stream())
                .toList();
    }

    private static List<String> texts(Object[] expressions) {
        return Arrays.stream(expressions).map(Object::toString).toList();
    }

    /** Returns the same with the functions that only another one has; nothing if the groups differ. */
    Optional<PushedAggregation> and(PushedAggregation other) {
        if (!texts(asked.groupByExpressions()).equals(texts(other.asked.groupByExpressions()))) {
            return Optional.empty();
        }
        List<String> known = outputs();
        AggregateFunc[] functions = Stream.concat(
                        Arrays.stream(asked.aggregateExpressions()),
                        Arrays.stream(other.asked.aggregateExpressions())
                                .filter(function -> !known.contains(function.toString())))
                .toArray(AggregateFunc[]::new);
        return Optional.of(new PushedAggregation(new Aggregation(functions, asked.groupByExpressions())));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PushedAggregation pushed && text.equals(pushed.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
