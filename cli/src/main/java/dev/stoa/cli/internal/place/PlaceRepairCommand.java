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

import dev.stoa.cli.internal.arguments.HadoopOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place repair}. */
@Command(
        name = "repair",
        mixinStandardHelpOptions = true,
        description = {
            "Moves files to the nodes that the newest map names. HDFS needs the placement policy for that.",
            "Resumes an interrupted 'stoa place apply'. Exits with code 1 if some files remain elsewhere."
        },
        footer = {"", "Examples:", "  stoa place repair hdfs:///warehouse/_placement"})
final class PlaceRepairCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Mixin
    private MoveOptions move;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        MapStore store = MapStore.of(group, hadoop.configuration());
        return MoveOptions.run(
                move.mover(
                        store.group(),
                        store.fileSystem().getConf(),
                        spec.commandLine().getOut()),
                spec.commandLine().getOut());
    }
}
