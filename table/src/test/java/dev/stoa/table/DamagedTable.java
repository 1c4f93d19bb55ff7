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

import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A table to be damaged, and a copy that stays whole. */
class DamagedTable {
    @TempDir
    private static Path made;

    @TempDir
    Path temp;

    Path path;
    Path copy;
    Table table;

    @BeforeAll
    static void makeOnce() throws IOException {
        Damage.table(made.resolve("t"));
    }

    @BeforeEach
    void make() throws IOException {
        path = temp.resolve("t");
        copy = made.resolve("t"); // no test changes it
        Damage.copy(copy, path);
        table = Table.open(folder(), TableSettings.DEFAULT);
    }

    LocalFolder folder() {
        return new LocalFolder(path);
    }
}
