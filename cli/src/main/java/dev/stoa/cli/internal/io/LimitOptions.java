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
package dev.stoa.cli.internal.io;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.Durations;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.reader.ScanLimits;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The most that a command may read of untrusted inputs. */
public final class LimitOptions {
    @Option(
            names = "--max-rows",
            paramLabel = "N",
            description = "Fail after more than N rows of all inputs. Default: no limit.")
    private Long maxRows;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            description =
                    "Fail after more than SIZE bytes, such as 10G, are decoded, or written to one output. Default: no limit.")
    private String maxBytes;

    @Option(
            names = "--max-time",
            paramLabel = "TIME",
            description = "Fail after this time, such as 90s, 30m or 12h. Default: no limit.")
    private String maxTime;

    /** Refuses limits for a table, which its owner trusts. */
    public void refuseFor(String table) {
        if (maxRows != null || maxBytes != null || maxTime != null) {
            throw CommandException.usage("--max-rows, --max-bytes and --max-time are for files, and " + table
                    + " is a table: name its files instead");
        }
    }

    /** Counts from now on. */
    public Guard start() {
        if (maxRows != null && maxRows < 0) {
            throw CommandException.usage("--max-rows is " + maxRows + ", must be 0 or more");
        }
        long bytes = maxBytes == null ? Long.MAX_VALUE : Sizes.parse(maxBytes);
        Optional<Duration> time = Optional.ofNullable(maxTime).map(text -> Durations.parse("a time", text));
        ScanLimits limits = ScanLimits.NONE;
        if (maxRows != null) {
            limits = limits.withRows(maxRows);
        }
        if (maxBytes != null) {
            limits = limits.withBytes(bytes);
        }
        if (time.isPresent()) {
            limits = limits.withTime(time.get());
        }
        return new Guard(limits, bytes);
    }
}
