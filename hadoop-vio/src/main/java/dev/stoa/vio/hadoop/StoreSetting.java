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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.StoreProfile;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;

/** A number of a {@link StoreProfile} that a configuration can set: its name, its range, and what it means. */
enum StoreSetting {
    LATENCY(
            "latency-micros",
            Kind.COUNT,
            0,
            "time to a request's first byte, of half of all requests, in microseconds",
            p -> p.costs().latencyMicros()),
    SLOW_LATENCY(
            "slow-latency-micros",
            Kind.COUNT,
            0,
            "time to the first byte of the slowest of a hundred requests, in microseconds; at least `latency-micros`",
            p -> p.costs().slowLatencyMicros()),
    BANDWIDTH(
            "bytes-per-second",
            Kind.LARGE_BYTES,
            1,
            "what one connection delivers after the first byte",
            p -> p.costs().bytesPerSecond()),
    TOTAL_BANDWIDTH(
            "total-bytes-per-second",
            Kind.LARGE_BYTES,
            1,
            "what all connections of a process deliver together; at least `bytes-per-second`",
            p -> p.costs().totalBytesPerSecond()),
    REQUEST_PRICE(
            "request-micros",
            Kind.COUNT,
            0,
            "what a request costs beyond its time, in microseconds of the machine that reads",
            p -> p.costs().requestMicros()),
    SMALLEST_PART(
            "smallest-part",
            Kind.BYTES,
            1,
            "least bytes of a part, where one request is split into parallel parts",
            p -> p.limits().smallestPart()),
    LARGEST_REQUEST(
            "largest-request",
            Kind.BYTES,
            1,
            "most bytes of one request; what is longer is split in any case",
            p -> p.limits().largestRequest()),
    REQUESTS_IN_FLIGHT(
            "requests-in-flight",
            Kind.COUNT,
            1,
            "most requests of one open file at once",
            p -> p.limits().requestsInFlight()),
    BYTES_IN_FLIGHT(
            "bytes-in-flight",
            Kind.LARGE_BYTES,
            1,
            "most bytes that the requests of one open file read at once; at least `largest-request`",
            p -> p.limits().bytesInFlight()),
    TAIL(
            "tail-bytes",
            Kind.BYTES,
            0,
            "how much of a file's end a reader fetches first (Stoa's own)",
            p -> p.limits().tailBytes()),
    INLINE(
            "inline-bytes",
            Kind.BYTES,
            0,
            "most bytes of a read that the calling thread does itself, if neither `stall-millis` nor `hedge-budget` is set; 0 for none",
            p -> p.limits().inlineBytes()),
    STEP(
            "step-bytes",
            Kind.BYTES,
            1,
            "about how much a reader of much data fetches at once (Stoa's own)",
            p -> p.limits().stepBytes()),
    ATTEMPTS(
            "attempts",
            Kind.COUNT,
            1,
            "how often a request is tried before its ranges fail",
            p -> p.retries().attempts()),
    FIRST_DELAY(
            "first-delay-millis",
            Kind.COUNT,
            0,
            "pause before the first retry, in milliseconds; doubled for each further one",
            p -> p.retries().firstDelayMillis()),
    JITTER(
            "jitter",
            Kind.SHARE,
            0,
            "the share of each pause that is left to chance",
            p -> p.retries().jitter()),
    STALL(
            "stall-millis",
            Kind.COUNT,
            0,
            "longest wait for the next byte of an attempt, in milliseconds; then the attempt is abandoned; 0 for no limit",
            p -> p.retries().stallMillis()),
    HEDGE_PERCENTILE(
            "hedge-percentile",
            Kind.SHARE,
            0,
            "a request that takes longer than this share of the earlier ones is sent again",
            p -> p.hedging().percentile()),
    HEDGE_SAMPLES(
            "hedge-least-samples",
            Kind.COUNT,
            1,
            "how many requests must have been seen before any is sent again",
            p -> p.hedging().leastSamples()),
    HEDGE_BUDGET(
            "hedge-budget",
            Kind.SHARE,
            0,
            "how many requests may be sent again, as a share of all; 0 for none",
            p -> p.hedging().budget());

    /** The kind of a value, and its maximum. */
    private enum Kind {
        COUNT(Integer.MAX_VALUE, ""),
        BYTES(Integer.MAX_VALUE, ", in bytes; K, M and G may follow"),
        LARGE_BYTES(1L << 50, ", in bytes; K, M, G and T may follow"),
        SHARE(1, "");

        final long most;
        final String hint;

        Kind(long most, String hint) {
            this.most = most;
            this.hint = hint;
        }
    }

    private static final String UNITS = "KMGT";

    private final String key;
    private final Kind kind;
    private final long least;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // accessors of records
    private final ToDoubleFunction<StoreProfile> ofProfile;

    StoreSetting(String key, Kind kind, long least, String meaning, ToDoubleFunction<StoreProfile> ofProfile) {
        this.key = key;
        this.kind = kind;
        this.least = least;
        this.meaning = meaning;
        this.ofProfile = ofProfile;
    }

    /** Returns the last part of the configuration's keys. */
    String key() {
        return key;
    }

    /** Returns the whole key for a scheme. */
    String key(String scheme) {
        return "stoa.vio." + scheme + "." + key;
    }

    String meaning() {
        return meaning;
    }

    /** Returns the range of values in words. */
    String range() {
        return least + " to " + kind.most;
    }

    /** Returns the value as a configuration would say it. */
    String text(StoreProfile profile) {
        double value = of(profile);
        if (kind == Kind.SHARE) {
            return String.valueOf(value);
        }
        long whole = (long) value;
        int unit = -1;
        while (kind != Kind.COUNT && unit < UNITS.length() - 1 && whole >= 1024 && whole % 1024 == 0) {
            whole /= 1024;
            unit++;
        }
        return unit < 0 ? String.valueOf(whole) : whole + String.valueOf(UNITS.charAt(unit));
    }

    /** Returns the value of a profile. */
    double of(StoreProfile profile) {
        return ofProfile.applyAsDouble(profile);
    }

    /**
     * Returns the value that a configuration sets for a scheme.
     *
     * @throws IllegalArgumentException if it is no number, or out of its range
     */
    Optional<Double> in(Configuration conf, String scheme) {
        String text = conf.getTrimmed(key(scheme));
        if (text == null) {
            return Optional.empty();
        }
        double value;
        try {
            value = kind == Kind.SHARE ? Double.parseDouble(text) : whole(text.toUpperCase(Locale.ROOT));
        } catch (NumberFormatException | ArithmeticException e) {
            throw refused(scheme, text, e);
        }
        if (!(value >= least && value <= kind.most)) {
            throw refused(scheme, text, null);
        }
        return Optional.of(value);
    }

    private long whole(String text) {
        int unit = kind == Kind.COUNT || text.isEmpty() ? -1 : UNITS.indexOf(text.charAt(text.length() - 1));
        return unit < 0
                ? Long.parseLong(text)
                : Math.multiplyExact(
                        Long.parseLong(text.substring(0, text.length() - 1).trim()), 1L << 10 * (unit + 1));
    }

    private IllegalArgumentException refused(String scheme, String text, Throwable cause) {
        return new IllegalArgumentException(
                key(scheme) + " = " + text + ": must be a number from " + range() + kind.hint, cause);
    }
}
