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
package dev.stoa.cli.internal.print;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.internal.arguments.OutputClosedException;
import dev.stoa.vio.WriteFailedException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

/** The failures of the standard output have types, and the first one stays. */
final class CommandOutputTest {
    private static CommandOutput failing(String message) {
        return new CommandOutput(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(message);
            }
        });
    }

    @Test
    void aClosedPipeHasATypeOfItsOwn() {
        CommandOutput output = failing("Broken pipe");
        PrintWriter writer = output.writer();
        assertDoesNotThrow(output::check);
        writer.println("a");
        assertTrue(writer.checkError());
        assertThrows(OutputClosedException.class, output::check);
    }

    @Test
    void aFullDiskIsNamed() {
        CommandOutput output = failing("No space left on device");
        output.writer().println("a");
        assertEquals(
                "standard output: can't be written: No space left on device",
                assertThrows(WriteFailedException.class, output::check).getMessage());
    }

    @Test
    void aWriterThatIsClosedAfterAFailureGivesTheFailure() {
        for (String message : new String[] {"Broken pipe", "No space left on device"}) {
            IOException failure = assertThrows(IOException.class, () -> {
                try (OutputStream writer = new BufferedOutputStream(failing(message), 1)) {
                    writer.write(new byte[10]);
                    writer.write('a');
                }
            });
            assertEquals(message.equals("Broken pipe"), failure instanceof OutputClosedException);
        }
    }

    @Test
    void whatIsWrittenArrives() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CommandOutput output = new CommandOutput(bytes);
        output.write('a');
        output.writer().println("b");
        output.check();
        assertEquals("ab" + System.lineSeparator(), bytes.toString(java.nio.charset.StandardCharsets.US_ASCII));
    }
}
