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

import picocli.CommandLine.Command;

/** {@code stoa place}. */
@Command(
        name = "place",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PlaceInitCommand.class,
            PlaceAddCommand.class,
            PlaceShowCommand.class,
            PlacePlanCommand.class,
            PlaceApplyCommand.class,
            PlaceRepairCommand.class,
            PlaceCheckCommand.class,
            PlaceExplainCommand.class,
            PlaceWorkersCommand.class,
            PlaceWarmCommand.class,
            PlaceSimulateCommand.class
        },
        description = "Plans which nodes hold the partitions of a group of tables.",
        footer = {
            "",
            "GROUP is a folder of maps, such as hdfs:///warehouse/_placement. A file belongs to part 17 of 192 if it is",
            "in a folder named p192.00017.",
            "",
            "Examples:",
            "  stoa place simulate --nodes 9 --racks 3 --class 180 --steps +2,-1",
            "  stoa place init hdfs:///warehouse/_placement --live --class 192",
            "  stoa place plan hdfs:///warehouse/_placement --add host9=/rack3"
        })
public final class PlaceCommand {}
