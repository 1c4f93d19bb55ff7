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
package dev.stoa.cli.internal.arguments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text as a condition: a filter, or one line that points at the mistake. */
final class WhereFuzzTest {

    static Stream<Arguments> seeds() {
        return Stream.of(
                        "a.b >= 5 and (c in ('x', 'y''z') or d is not null)",
                        "not `a b`.c not between -1.5e-3 and 9223372036854775808",
                        "d > date '1995-01-01' and t <= timestamp '2024-01-31 10:00:00.5' or u = time '10:00'",
                        "x <=> x'c0ffee' and y like 'abc%' and f <> nan and g < -infinity",
                        "a = 1e999999999",
                        "a = 1e-2147483648",
                        "not (".repeat(300),
                        "a in (" + "1,".repeat(50) + "2)",
                        "a = '\uD800'")
                .map(text -> arguments((Object) text.getBytes(StandardCharsets.UTF_8)));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "30s")
    void condition(byte[] input) {
        if (input == null) {
            return;
        }
        try {
            WhereParser.parse(new String(input, StandardCharsets.UTF_8));
        } catch (CommandException e) {
            assertEquals(2, e.exitCode());
        }
    }
}
