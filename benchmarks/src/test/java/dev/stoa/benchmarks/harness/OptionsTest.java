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
package dev.stoa.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

    @Test
    void wordsMayComeInAnyOrder() {
        assertEquals(
                new Options(
                        "decode",
                        OptionalDouble.of(0.5),
                        true,
                        Set.of("orc", "stoa"),
                        Set.of("a"),
                        Optional.of(Delivery.ARRAYS),
                        Optional.of(Jvm.G1),
                        Set.of(StoreKind.S3),
                        Optional.empty(),
                        Set.of()),
                Options.parse(List.of(
                        "--without",
                        "orc",
                        "decode",
                        "--scale",
                        "0.5",
                        "--jvm",
                        "g1",
                        "--store",
                        "s3",
                        "--column",
                        "a",
                        "--delivery",
                        "arrays",
                        "--quick",
                        "--without",
                        "stoa")));
        assertEquals(
                new Options(
                        "sizes",
                        OptionalDouble.empty(),
                        false,
                        Set.of(),
                        Set.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Set.of(),
                        Optional.empty(),
                        Set.of()),
                Options.parse(List.of("sizes")));
        assertEquals(
                new Options(
                        "corpus-sizes",
                        OptionalDouble.empty(),
                        false,
                        Set.of(),
                        Set.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Set.of(),
                        Optional.of(Path.of("a/b")),
                        Set.of("hail", "food")),
                Options.parse(List.of("corpus-sizes", "--table", "hail", "--corpora", "a/b", "--table", "food")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--quick",
                "decode sizes",
                "decode --fast",
                "decode --scale",
                "decode --scale x",
                "decode --scale 0",
                "decode --scale NaN",
                "decode --scale 11",
                "decode --jvm g2",
                "decode --delivery full",
                "decode --without"
            })
    void nonsenseIsRefused(String words) {
        List<String> list = words.isEmpty() ? List.of() : List.of(words.split(" ", -1));
        assertThrows(IllegalArgumentException.class, () -> Options.parse(list));
    }
}
