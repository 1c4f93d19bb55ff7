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
package dev.stoa.table;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** A folder that tells of each file when it is about to become visible, and when it is. */
public final class ToldFolder extends ForwardingFolder {
    static final String BEFORE = "publishing ";
    static final String AFTER = "published ";

    private final Consumer<String> told;

    public ToldFolder(Folder folder, Consumer<String> told) {
        super(folder);
        this.told = told;
    }

    /** Whether a line is about an entry of a log. */
    public static boolean isOfEntry(String line) {
        return (line.startsWith(BEFORE) || line.startsWith(AFTER)) && line.endsWith(".commit");
    }

    @Override
    public Optional<Folder> parent() {
        return folder.parent();
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        FileSink sink = folder.create(name, options);
        return new ForwardingSink(sink) {
            @Override
            public void commit() throws IOException {
                told.accept(BEFORE + name);
                sink.commit();
                told.accept(AFTER + name);
            }
        };
    }
}
