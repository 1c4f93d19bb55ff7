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
package dev.stoa.cli.internal.browse;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jline.utils.NonBlockingReader;

/** Reads keys from a terminal: letters, and the sequences that most terminals send for other keys. */
final class TerminalKeys {
    private static final int ESCAPE = 27;

    /** How long the rest of a sequence may take, before an escape is the key itself. */
    private static final int SEQUENCE_MILLIS = 50;

    private static final int MOST_OF_SEQUENCE = 8;

    private static final Map<String, Press.Key> SEQUENCES = Map.ofEntries(
            Map.entry("A", Press.Key.UP),
            Map.entry("B", Press.Key.DOWN),
            Map.entry("C", Press.Key.RIGHT),
            Map.entry("D", Press.Key.LEFT),
            Map.entry("H", Press.Key.HOME),
            Map.entry("F", Press.Key.END),
            Map.entry("1~", Press.Key.HOME),
            Map.entry("7~", Press.Key.HOME),
            Map.entry("4~", Press.Key.END),
            Map.entry("8~", Press.Key.END),
            Map.entry("5~", Press.Key.PAGE_UP),
            Map.entry("6~", Press.Key.PAGE_DOWN));

    private final NonBlockingReader in;

    TerminalKeys(NonBlockingReader in) {
        this.in = in;
    }

    /**
     * Returns the next key; absent if none comes in time. The end of the input is the key {@code q}.
     *
     * @param millis to wait
     */
    Optional<Press> next(long millis) throws IOException {
        int c = in.read(millis);
        return switch (c) {
            case NonBlockingReader.READ_EXPIRED -> Optional.empty();
            case NonBlockingReader.EOF -> Optional.of(Press.of('q'));
            case '\r', '\n' -> Optional.of(Press.of(Press.Key.ENTER));
            case 8, 127 -> Optional.of(Press.of(Press.Key.BACKSPACE));
            case ESCAPE -> Optional.of(Press.of(sequence()));
            default -> Optional.of(c < ' ' ? Press.of(Press.Key.UNKNOWN) : Press.of(codePoint(c)));
        };
    }

    private int codePoint(int c) throws IOException {
        if (!Character.isHighSurrogate((char) c)) {
            return c;
        }
        int low = in.read(SEQUENCE_MILLIS);
        return low > 0 && Character.isLowSurrogate((char) low) ? Character.toCodePoint((char) c, (char) low) : '?';
    }

    private Press.Key sequence() throws IOException {
        int begin = in.read(SEQUENCE_MILLIS);
        if (begin < 0) {
            return Press.Key.ESCAPE;
        }
        if (begin != '[' && begin != 'O') {
            return Press.Key.UNKNOWN;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < MOST_OF_SEQUENCE; i++) {
            int c = in.read(SEQUENCE_MILLIS);
            if (c < 0) {
                break;
            }
            text.append((char) c);
            if (c >= '@') { // digits and semicolons come before the last letter
                break;
            }
        }
        return SEQUENCES.getOrDefault(text.toString(), Press.Key.UNKNOWN);
    }
}
