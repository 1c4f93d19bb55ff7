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
package dev.stoa.reader.internal.fetch;

import dev.stoa.vio.Range;
import java.nio.ByteBuffer;

/** A page or dictionary that is fetched: its place, its checksum, and its bytes after they arrived. */
public final class Slot implements Fetched {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final DataStore.Fetch owner;
    private final Range range;
    private final int crc;
    private ByteBuffer bytes = NOTHING;
    private boolean checked;

    Slot(DataStore.Fetch owner, Range range, int crc) {
        this.owner = owner;
        this.range = range;
        this.crc = crc;
    }

    @Override
    public DataStore.Fetch owner() {
        return owner;
    }

    @Override
    public Range range() {
        return range;
    }

    int crc() {
        return crc;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    boolean isChecked() {
        return checked;
    }

    @Override
    public void fill(ByteBuffer buffer) {
        bytes = buffer;
    }

    /** The bytes have passed their check, perhaps others than those that came first. */
    void pass(ByteBuffer buffer) {
        bytes = buffer;
        checked = true;
    }
}
