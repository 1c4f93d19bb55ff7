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

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.util.V2ExpressionSQLBuilder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Prints predicates for plans. Dates and times appear as people write them: Spark prints the numbers that it stores. */
final class PredicateText extends V2ExpressionSQLBuilder {
    private PredicateText() {}

    static List<String> of(List<Predicate> predicates) {
        return predicates.stream().map(PredicateText::of).toList();
    }

    private static String of(Predicate predicate) {
        try {
            return new PredicateText().build(predicate);
        } catch (RuntimeException e) {
            return predicate.toString(); // an expression that Spark's builder does not know
        }
    }

    @Override
    protected String visitLiteral(Literal<?> literal) {
        DataType type = literal.dataType();
        if (type instanceof DateType && literal.value() instanceof Integer days) {
            return "DATE '" + LocalDate.ofEpochDay(days) + "'";
        } else if (type instanceof TimestampType && literal.value() instanceof Long micros) {
            return "TIMESTAMP '" + instant(micros) + "'";
        } else if (type instanceof TimestampNTZType && literal.value() instanceof Long micros) {
            return "TIMESTAMP_NTZ '" + LocalDateTime.ofInstant(instant(micros), ZoneOffset.UTC) + "'";
        }
        return super.visitLiteral(literal);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
