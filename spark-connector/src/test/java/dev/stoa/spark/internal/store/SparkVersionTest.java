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
package dev.stoa.spark.internal.store;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkVersionTest {
    @ParameterizedTest
    @ValueSource(strings = {"2.4.8", "3.5.6", "3.5.6-amzn-1", "4.0.1", "4.1.0"})
    void anOlderSparkIsRefusedByItsName(String version) {
        String why = SparkVersion.refusal(version).orElseThrow();
        assertTrue(why.contains("needs Spark 4.2 or newer, and this is Spark " + version + ":"), why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.2.0", "4.3.0-SNAPSHOT", "4.10.0", "5.0.0", "a build of their own"})
    void othersAreNot(String version) {
        assertEquals(Optional.empty(), SparkVersion.refusal(version));
    }

    @Test
    void theOneOfTheBuildPasses() {
        assertDoesNotThrow(SparkVersion::check);
    }
}
