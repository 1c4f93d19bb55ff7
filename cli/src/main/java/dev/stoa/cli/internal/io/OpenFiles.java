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

import dev.stoa.format.StoaException;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.Sources;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Opens the files that a command was given. */
public final class OpenFiles {
    private OpenFiles() {}

    /**
     * Opens a Stoa file.
     *
     * @throws dev.stoa.cli.internal.arguments.CommandException if it is a file of another format
     */
    public static StoaFile stoa(InputFiles.Input input) throws IOException {
        try {
            return StoaFile.open(source(input));
        } catch (StoaException e) {
            Optional<FileKind> other = ForeignFiles.kind(input, Optional.empty());
            if (other.isPresent()) {
                throw ForeignFiles.refusal(input, other.get());
            }
            throw e;
        }
    }

    /**
     * Opens a file of a format that is read in batches, Arrow included.
     *
     * @throws IllegalArgumentException if the kind is Stoa or text
     */
    public static RowSource rows(InputFiles.Input input, FileKind kind, Sources sources, Configuration conf)
            throws IOException {
        return kind == FileKind.ARROW ? ArrowSource.open(input) : sources.open(conf, input.path(), kind);
    }

    public static RangeSource source(InputFiles.Input input) throws IOException {
        return HadoopRangeSource.open(input.fs(), input.status());
    }
}
