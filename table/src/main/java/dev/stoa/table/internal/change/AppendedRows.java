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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import java.io.IOException;
import java.util.Optional;

/** Rows as they come, as one fragment. */
public final class AppendedRows implements RowSink {
    private final RunningOperation running;
    private final Optional<String> partition;
    private Optional<RunningOperation.NewFile> file = Optional.empty();

    public AppendedRows(RunningOperation running, Optional<String> partition) {
        this.running = running;
        this.partition = partition;
    }

    @Override
    public void write(Batch batch) throws IOException {
        if (file.isEmpty()) {
            file = Optional.of(running.new NewFile(partition, false));
        }
        file.get().write(batch);
    }

    @Override
    public void finish() throws IOException {
        if (file.isPresent()) {
            file.get().finish();
        }
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
