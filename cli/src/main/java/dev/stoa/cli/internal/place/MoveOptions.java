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
package dev.stoa.cli.internal.place;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.table.placement.PartMover;
import dev.stoa.table.placement.Pauses;
import dev.stoa.table.placement.PlacementGroup;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** The options of commands that move files, and what these print. */
final class MoveOptions {
    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "How long to wait for copies that make no progress. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--bandwidth",
            paramLabel = "SIZE",
            description = "Bytes a second that may come to each node, such as 100M. Default: as fast as HDFS copies.")
    private String bandwidth;

    /** Makes a mover that prints its progress. */
    PartMover mover(PlacementGroup group, Configuration conf, PrintWriter out) {
        long perSecond = bandwidth == null ? Pauses.NO_LIMIT : Sizes.parse(bandwidth);
        Pauses pauses;
        try {
            pauses = Pauses.of(
                    conf.getTimeDuration(Pauses.REFRESH, Pauses.DEFAULT_REFRESH.toMillis(), TimeUnit.MILLISECONDS),
                    seconds,
                    perSecond);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--wait, --bandwidth: " + e.getMessage());
        }
        return new PartMover(group, pauses, done -> {
            out.println("epoch " + done.epoch() + ": " + Counted.text("%d file[s have| has] moved, ", done.files())
                    + Sizes.text(done.bytes()) + " copied, " + done.left() + " left");
            out.flush();
        });
    }

    /** Moves files, prints what came of it, and returns the exit code. */
    static int run(PartMover mover, PrintWriter out) throws IOException {
        PartMover.Result result = mover.run();
        out.println(
                Counted.text("%d file[s have| has] moved, ", result.files()) + Sizes.text(result.bytes()) + " copied");
        result.left().forEach(out::println);
        out.flush();
        return result.left().isEmpty() ? 0 : 1;
    }
}
