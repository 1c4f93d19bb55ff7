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
package dev.stoa.table.internal.logfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

/** Places are the same by path and bytes. */
class SidecarPlaceTest {
    @Test
    void placesAreComparedByPathAndBytes() {
        SidecarPlace place = new SidecarPlace("a", new byte[] {1, 2});
        SidecarPlace same = new SidecarPlace("a", new byte[] {1, 2});
        assertEquals(place, same);
        assertEquals(place.hashCode(), same.hashCode());
        assertNotEquals(place, new SidecarPlace("b", new byte[] {1, 2}));
        assertNotEquals(place, new SidecarPlace("a", new byte[] {1, 3}));
        assertNotEquals(place, SidecarPlace.file("a"));
        assertNotEquals(place.hashCode(), SidecarPlace.file("b").hashCode());
    }
}
