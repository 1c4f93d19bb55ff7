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
package dev.stoa.reader.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.StoaException;
import dev.stoa.reader.Verifier;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Problems are named once, and no more than a thousand of them. */
class ProblemsTest {
    @Test
    void manyProblemsAreCounted() {
        Problems problems = new Problems("file");
        for (int i = 0; i < 1000; i++) {
            problems.add("part " + i, "is wrong");
            problems.add("part " + i, "is wrong");
        }
        assertEquals(1000, problems.list().size());
        problems.check(true, "part 1000", "is wrong");
        assertEquals(1000, problems.list().size());
        problems.check(false, "part 1000", "is wrong");
        problems.check(false, "part 1001", "is wrong");
        assertEquals(1001, problems.list().size());
        assertEquals(
                new Verifier.Problem("the file", "has 2 more problems"),
                problems.list().get(1000));
    }

    @Test
    void placesAreNamedOnce() throws IOException {
        Problems problems = new Problems("file");
        assertTrue(problems.run("part", () -> {}));
        for (String message : List.of("file: part: broken 1", "part, broken 2", "file: broken 3", "partly broken 4")) {
            assertFalse(problems.run("part", () -> {
                throw new StoaException(message);
            }));
        }
        assertEquals(
                List.of("broken 1", "broken 2", "broken 3", "partly broken 4"),
                problems.list().stream().map(Verifier.Problem::what).toList());
    }
}
