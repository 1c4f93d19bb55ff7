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
package dev.stoa.interop.csv;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.ValueText;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/** Writes dates and timestamps by the patterns that are set, so that reading by the same patterns gives the same values back. */
final class PatternText {
    private static final int NANO_DIGITS = 9;

    private final TextValues values;
    private final Optional<DateTimeFormatter> dates;
    private final Optional<DateTimeFormatter> timestamps;

    PatternText(CsvOptions options) {
        this.values = new TextValues(options);
        this.dates = options.forms().datePattern().map(p -> DateTimeFormatter.ofPattern(p, Locale.ROOT));
        this.timestamps = options.forms().timestampPattern().map(p -> DateTimeFormatter.ofPattern(p, Locale.ROOT));
    }

    /**
     * The text of a value by its pattern; absent if its type has none.
     *
     * @throws StoaException if the pattern can't express the value
     */
    Optional<String> of(ColumnVector vector, int row) throws StoaException {
        Optional<DateTimeFormatter> pattern = switch (vector.type().kind()) {
            case DATE -> dates;
            case TIMESTAMP -> timestamps;
            default -> Optional.empty();
        };
        if (pattern.isEmpty()) {
            return Optional.empty();
        }
        try {
            String text = pattern.get().format(value(vector, row));
            if (!values.parse(vector.type(), text).equals(plain(value(vector, row), vector.type()))) {
                throw new DateTimeException("'" + text + "' says something else");
            }
            return Optional.of(text);
        } catch (DateTimeException | ArithmeticException e) {
            String option = vector.type().kind() == TypeKind.DATE ? "--date-pattern" : "--timestamp-pattern";
            throw new StoaException(
                    "the " + vector.type() + " " + ValueText.of(vector, row) + " has no text by the pattern of "
                            + option + ": " + e.getMessage(),
                    e);
        }
    }

    private static TemporalAccessor value(ColumnVector vector, int row) {
        if (vector.type().kind() == TypeKind.DATE) {
            return LocalDate.ofEpochDay(((IntVector) vector).values()[row]);
        }
        BigInteger units = vector instanceof Int128Vector wide
                ? wide.get(row)
                : BigInteger.valueOf(((LongVector) vector).values()[row]);
        int digits = vector.type().precision();
        BigInteger perSecond = BigInteger.TEN.pow(digits);
        BigInteger fraction = units.mod(perSecond);
        BigInteger[] nanos = fraction.multiply(BigInteger.TEN.pow(NANO_DIGITS)).divideAndRemainder(perSecond);
        if (nanos[1].signum() != 0) {
            throw new ArithmeticException("it is finer than nanoseconds");
        }
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                units.subtract(fraction).divide(perSecond).longValueExact(), nanos[0].intValue(), ZoneOffset.UTC);
        return vector.type().utc() ? time.atOffset(ZoneOffset.UTC) : time;
    }

    private static Object plain(TemporalAccessor value, Type type) {
        return type.kind() == TypeKind.TIMESTAMP && type.utc() ? Instant.from(value) : value;
    }
}
