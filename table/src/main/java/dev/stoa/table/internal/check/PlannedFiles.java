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
package dev.stoa.table.internal.check;

import dev.stoa.table.internal.logfile.MemorySink;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A table's folder as the steps of a repair leave it. Each file that is created becomes a further step. For one thread. */
final class PlannedFiles implements Folder {
    private final RepairSteps steps;
    private final String why;

    /**
     * The folder.
     *
     * @param why files are created
     */
    PlannedFiles(RepairSteps steps, String why) {
        this.steps = steps;
        this.why = why;
    }

    @Override
    public String id() {
        return steps.planned().id();
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        return steps.planned().open(name, knownLength);
    }

    @Override
    public FileSink create(String name, SinkOptions options) {
        MemorySink memory = new MemorySink(id() + "/" + name, Integer.MAX_VALUE - 8);
        return new FileSink() {
            @Override
            public String id() {
                return memory.id();
            }

            @Override
            public long position() {
                return memory.position();
            }

            @Override
            public void write(ByteBuffer buffer) throws IOException {
                memory.write(buffer);
            }

            @Override
            public void commit() {
                steps.write(name, memory.toByteArray(), why);
            }

            @Override
            public void abort() {
                // the plan stays as it is
            }
        };
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        return steps.planned().find(name);
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        return steps.planned().list(name);
    }

    @Override
    public boolean delete(String name) throws IOException {
        return steps.planned().delete(name);
    }
}
