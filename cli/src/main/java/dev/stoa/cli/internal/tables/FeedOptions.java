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
package dev.stoa.cli.internal.tables;

import dev.stoa.cli.internal.io.Guard;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.csv.CsvOptions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * How files are read for a table.
 *
 * @param csv how texts are read
 * @param from the kind of all files, if it was named
 * @param guard says whether to go on
 * @param notes takes the findings in a text
 */
record FeedOptions(CsvOptions csv, Optional<FileKind> from, Guard guard, Consumer<String> notes) {

    /** The same, with each finding told once. */
    FeedOptions withNotesOnce() {
        Set<String> told = ConcurrentHashMap.newKeySet();
        return new FeedOptions(csv, from, guard, note -> {
            if (told.add(note)) {
                notes.accept(note);
            }
        });
    }
}
