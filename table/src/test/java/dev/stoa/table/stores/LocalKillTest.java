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
package dev.stoa.table.stores;

import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** On a local disk. */
@Tag("soak")
class LocalKillTest extends KillContract {
    @Override
    Folder folder() {
        return new LocalFolder(scratch.resolve("t"));
    }

    @Override
    int kills() {
        return 6;
    }

    @Override
    List<String> place() {
        return List.of(scratch.resolve("t").toString(), "-");
    }
}
