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

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Refuses options that give one name two values, because the first one would be passed over. */
public final class RepeatedNames {
    /** Its last value counts, as in all commands of Hadoop. */
    private static final String SETTING = "-D";

    private RepeatedNames() {}

    /**
     * Checks the options of a command.
     *
     * @throws ParameterException if one has a name twice
     */
    public static void refuse(ParseResult parsed) {
        for (CommandLine line : parsed.asCommandLineList()) {
            for (OptionSpec option : line.getParseResult().matchedOptions()) {
                if (option.getValue() instanceof Map && !option.longestName().equals(SETTING)) {
                    refuse(line, option);
                }
            }
        }
    }

    private static void refuse(CommandLine line, OptionSpec option) {
        Set<String> names = new HashSet<>();
        for (String value : option.originalStringValues()) {
            String name = value.substring(0, Math.max(0, value.indexOf('=')));
            if (!names.add(name)) {
                throw new ParameterException(
                        line, option.longestName() + " has '" + name + "' twice, and one value counts: leave one out");
            }
        }
    }
}
