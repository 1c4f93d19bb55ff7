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

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** Messages that name options. Readers of texts don't know which command runs them. */
public final class OptionNames {
    /** The options of {@code stoa convert} that messages of readers and writers of texts name. */
    public static final Set<String> OF_TEXTS = Set.of(
            "--charset",
            "--comment",
            "--date-pattern",
            "--decimal",
            "--delimiter",
            "--header",
            "--null",
            "--quote",
            "--schema",
            "--skip-lines",
            "--thousands",
            "--timestamp-pattern");

    /** A quoted command, which is complete, or an option. */
    private static final Pattern NAMED = Pattern.compile("'stoa [^']*'|(?<![\\w-])--[a-z][a-z-]*");

    private OptionNames() {}

    /** Returns a message that says {@code stoa convert} before each option for texts that the command does not have. */
    public static String of(CommandSpec command, String message) {
        return NAMED.matcher(message)
                .replaceAll(found -> Matcher.quoteReplacement(
                        OF_TEXTS.contains(found.group()) && command.findOption(found.group()) == null
                                ? "stoa convert " + found.group()
                                : found.group()));
    }
}
