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
package dev.stoa.cli.internal.arguments;

/** A command can't go on: one clear line for the user, and the exit code. */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The data is bad or the run failed: exit code 1. */
    public static CommandException failed(String message) {
        return new CommandException(1, message);
    }

    /** The user gave wrong arguments: exit code 2. */
    public static CommandException usage(String message) {
        return new CommandException(2, message);
    }

    /** The command could not find the answer: exit code 2. */
    public static CommandException notRun(String message) {
        return new CommandException(2, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
