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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The classes that the JVM leaves for the next runs of a command, see the launcher. */
public final class ClassArchive {
    /** Set by the launcher: the file that marks the archive of this run as good. */
    private static final String MARK = "stoa.archive";

    private ClassArchive() {}

    /** Marks the archive of a run that has succeeded. One that fails early has loaded few classes. */
    public static void keep() {
        String mark = System.getProperty(MARK);
        if (mark == null) {
            return;
        }
        try {
            Files.createFile(Path.of(mark));
        } catch (IOException e) {
            // then a later run leaves its classes
        }
    }
}
