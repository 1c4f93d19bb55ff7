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
package dev.stoa.hive.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiveVersionTest {
    @ParameterizedTest
    @ValueSource(strings = {"2.3.9", "3.1.3", "3.1.3000.7.1.9.0-387", "4.0.1"})
    void anOlderHiveIsRefusedByItsName(String version) {
        String why = HiveVersion.refusal(version).orElseThrow();
        assertTrue(why.contains("needs Hive 4.1 or newer, and this is Hive " + version + ":"), why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.1.0", "4.2.1", "4.10.0", "5.0.0", "Unknown"})
    void othersAreNot(String version) {
        assertEquals(Optional.empty(), HiveVersion.refusal(version));
    }

    @Test
    void theOneOfTheBuildPasses() {
        assertEquals(Optional.empty(), HiveVersion.refusal());
    }
}
