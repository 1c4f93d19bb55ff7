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

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Refuses options that have no effect on what a command does. */
public final class IdleOptions {
    private IdleOptions() {}

    /**
     * Refuses options that were given.
     *
     * @param why they have no effect
     * @throws CommandException if one of them was given
     */
    public static void refuse(CommandSpec command, String why, String... options) {
        ParseResult given = command.commandLine().getParseResult();
        for (String option : options) {
            if (given.hasMatchedOption(option)) {
                throw CommandException.usage(option + " has no effect here, as " + why + ": leave it out");
            }
        }
    }
}
