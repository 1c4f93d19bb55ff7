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
package dev.stoa.table.internal.log;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.reader.FileIdentity;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A checkpoint keeps what another one knew of a part if path, identity and number of fragments are the same. */
class PartFileTest {
    private static PartFile part(String path, long hash, long version, long fragments) {
        FileIdentity identity = new FileIdentity(new UUID(1, 2), 3, new ContentHash(4, hash));
        return new PartFile(path, identity, version, fragments, null);
    }

    @Test
    void aPartIsTheSameByPathIdentityAndFragments() {
        PartFile part = part("a", 5, 6, 7);
        assertTrue(part.isSame(part("a", 5, 8, 7)), "another version");
        assertFalse(part.isSame(part("b", 5, 6, 7)));
        assertFalse(part.isSame(part("a", 9, 6, 7)));
        assertFalse(part.isSame(part("a", 5, 6, 8)));
    }
}
