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
package dev.stoa.vio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DelayedSinkTest {
    private static final int MIB = 1 << 20;

    @TempDir
    Path path;

    private final List<SinkOptions> asked = new ArrayList<>();
    private final byte[] bytes = new byte[3 * MIB];
    private DelayedSink sink;

    @BeforeEach
    void begin() {
        new Random(1).nextBytes(bytes);
        Folder local = new LocalFolder(path);
        Folder folder = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (p, method, words) -> {
                    if (method.getName().equals("create")) {
                        asked.add((SinkOptions) words[1]);
                    }
                    try {
                        return method.invoke(local, words);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        sink = new DelayedSink(folder, "f");
        assertEquals(path + "/f", sink.id());
    }

    private byte[] written() throws IOException {
        return Files.readAllBytes(path.resolve("f"));
    }

    private void assertNothingThere() throws IOException {
        try (var names = Files.list(path)) {
            assertEquals(List.of(), names.toList());
        }
    }

    @Test
    void theStoreIsToldHowLongAShortFileIs() throws IOException {
        sink.write(bytes, 0, 10);
        sink.write(ByteBuffer.wrap(bytes, 10, MIB - 10));
        assertEquals(List.of(), asked);
        assertNothingThere();
        assertEquals(MIB, sink.position());
        sink.commit();
        sink.close();
        assertEquals(List.of(SinkOptions.DEFAULT.withExpectedLength(MIB)), asked);
        assertArrayEquals(Arrays.copyOf(bytes, MIB), written());
        assertThrows(IOException.class, () -> sink.write(new byte[1]));
        assertThrows(IOException.class, sink::commit);
    }

    @Test
    void aLongFileIsCreatedBeforeItsEnd() throws IOException {
        sink.write(bytes, 0, MIB);
        assertEquals(List.of(), asked);
        sink.write(bytes, MIB, 1);
        assertEquals(List.of(SinkOptions.DEFAULT), asked);
        sink.write(bytes, MIB + 1, 2 * MIB - 1);
        assertEquals(3 * MIB, sink.position());
        assertTrue(Files.notExists(path.resolve("f")));
        sink.commit();
        assertEquals(1, asked.size());
        assertArrayEquals(bytes, written());
        assertEquals(path + "/f", sink.id());
    }

    @Test
    void nothingIsLeftOfAnAbortedFile() throws IOException {
        sink.write(bytes, 0, 10);
        sink.close();
        assertThrows(IOException.class, sink::commit);
        assertThrows(IOException.class, () -> sink.write(new byte[1]));
        assertEquals(List.of(), asked);
        assertNothingThere();
        begin();
        sink.write(bytes);
        assertEquals(1, asked.size());
        sink.close();
        assertNothingThere();
        assertThrows(IOException.class, () -> sink.write(new byte[1]));
        assertThrows(IOException.class, sink::commit);
    }

    @Test
    void anEmptyFileIsOne() throws IOException {
        sink.commit();
        assertEquals(0, written().length);
    }

    @Test
    void aNameThatIsTakenIsRefusedAtTheEnd() throws IOException {
        Files.write(path.resolve("f"), new byte[] {7});
        sink.write(bytes, 0, 10);
        assertThrows(TargetExistsException.class, sink::commit);
        sink.close();
        assertArrayEquals(new byte[] {7}, written());
    }
}
