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
package dev.stoa.vio.internal.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
    private final List<String> closed = new ArrayList<>();

    private Closeable file(String name) {
        return () -> closed.add(name);
    }

    @Test
    void closesTheOthersIfOneFails() {
        IOException first = new IOException("first");
        RuntimeException second = new IllegalStateException("second");
        List<Closeable> files = List.of(
                file("a"),
                () -> {
                    throw first;
                },
                file("b"),
                () -> {
                    throw second;
                },
                () -> {
                    throw first;
                },
                file("c"));
        IOException thrown = assertThrows(IOException.class, () -> Closing.all(files));
        assertSame(first, thrown);
        assertArrayEquals(new Throwable[] {second}, thrown.getSuppressed());
        assertEquals(List.of("a", "b", "c"), closed);
    }

    @Test
    void throwsAFaultOfAProgramAsItIs() {
        RuntimeException fault = new IllegalStateException("fault");
        List<Closeable> files = List.of(
                () -> {
                    throw fault;
                },
                file("a"));
        assertSame(fault, assertThrows(IllegalStateException.class, () -> Closing.all(files)));
        assertEquals(List.of("a"), closed);
    }
}
