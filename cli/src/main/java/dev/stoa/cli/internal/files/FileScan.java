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
package dev.stoa.cli.internal.files;

import dev.stoa.cli.internal.io.IndexFiles;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanInput;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.ReadStats;
import java.io.IOException;

/** A file that a command scans, opened when it is its turn. */
final class FileScan implements ScanInput {
    private final InputFiles.Input input;
    private final Opening opening;
    private final boolean withIndexes;
    private final Description description;
    private final Totals totals;
    private StoaFile file;

    /** How a file is opened. */
    interface Opening {
        StoaFile of(InputFiles.Input input) throws IOException;
    }

    /** How a scan is described. */
    interface Description {
        ScanBuilder of(StoaFile file) throws IOException;
    }

    /** The counts of reads from all files. */
    static final class Totals {
        private ReadStats io = ReadStats.NONE;

        synchronized void add(ReadStats more) {
            io = io.plus(more);
        }

        synchronized ReadStats io() {
            return io;
        }
    }

    /**
     * A file that is not open yet.
     *
     * @param opening opens the file
     * @param withIndexes whether to use its index files
     * @param totals get the counts of its reads when it is closed
     */
    FileScan(InputFiles.Input input, Opening opening, boolean withIndexes, Description description, Totals totals) {
        this.input = input;
        this.opening = opening;
        this.withIndexes = withIndexes;
        this.description = description;
        this.totals = totals;
    }

    @Override
    public ScanBuilder open() throws IOException {
        file = opening.of(input);
        boolean done = false;
        try {
            if (withIndexes) {
                IndexFiles.addTo(file, input);
            }
            ScanBuilder builder = description.of(file);
            done = true;
            return builder;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    /** The file, which is open. */
    StoaFile file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        totals.add(file.source().stats());
        file.close();
    }
}
