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

import dev.stoa.cli.internal.arguments.CommandException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/** The terminal of this process as a full screen. */
final class FullScreen implements Closeable {
    private static final int POLL_MILLIS = 250;
    private static final int INTERRUPTED = 130;

    private final Terminal terminal;

    private FullScreen(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Opens the terminal.
     *
     * @throws CommandException if the input or the output is none, or if it can't move its cursor
     */
    static FullScreen open() {
        Terminal terminal;
        try {
            terminal = TerminalBuilder.builder()
                    .system(true)
                    .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
                    .dumb(false)
                    .build();
        } catch (IOException | IllegalStateException e) {
            throw none();
        }
        if (terminal.getStringCapability(Capability.cursor_address) == null) {
            throw none();
        }
        return new FullScreen(terminal);
    }

    private static CommandException none() {
        return CommandException.usage("browse needs a terminal for input and output, and one that can move its cursor;"
                + " 'stoa inspect' and 'stoa scan' print the same");
    }

    /** Shows the browser until a key ends it. */
    void show(Browser browser) throws IOException {
        Attributes before = terminal.enterRawMode();
        terminal.handle(Terminal.Signal.INT, signal -> {
            leave(before);
            Runtime.getRuntime().exit(INTERRUPTED);
        });
        AtomicBoolean isResized = new AtomicBoolean(true);
        terminal.handle(Terminal.Signal.WINCH, signal -> isResized.set(true));
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        try {
            Display display = new Display(terminal, true);
            TerminalKeys keys = new TerminalKeys(terminal.reader());
            Size size = terminal.getSize();
            while (browser.isOpen()) {
                if (isResized.getAndSet(false)) {
                    size = size();
                    display.resize(size.getRows(), size.getColumns());
                    display.clear();
                }
                display.update(
                        Screen.draw(browser.scene(size.getRows()), size.getColumns(), size.getRows()),
                        size.cursorPos(size.getRows() - 1, 0));
                Optional<Press> press = Optional.empty();
                while (press.isEmpty() && !isResized.get()) {
                    press = keys.next(POLL_MILLIS);
                }
                press.ifPresent(browser::press);
            }
        } finally {
            leave(before);
        }
    }

    /** A terminal without a size of its own gets the usual one. */
    private Size size() {
        Size size = terminal.getSize();
        return size.getRows() < 5 || size.getColumns() < 20 ? new Size(80, 24) : size;
    }

    private void leave(Attributes before) {
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.keypad_local);
        terminal.puts(Capability.exit_ca_mode);
        terminal.flush();
        terminal.setAttributes(before);
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
