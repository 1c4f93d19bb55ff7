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

import java.util.List;
import org.junit.jupiter.api.Test;

final class ForkTest {

    /** Measuring processes are told their main class by name only. */
    @Test
    void theMainClassIsThere() throws ClassNotFoundException {
        List<String> command = Fork.java("classes", List.of(), List.of("sizes"));
        assertEquals(
                Class.forName(Fork.MAIN).getName(), command.get(command.size() - 2), "before the words of the task");
    }
}
