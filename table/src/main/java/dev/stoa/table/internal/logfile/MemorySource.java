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

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.nio.ByteBuffer;

/** Reads bytes in memory as a file. */
public final class MemorySource {
    private MemorySource() {}

    /** Opens bytes under a name for messages. */
    public static RangeSource of(String name, byte[] bytes) {
        return RangeSources.of(
                name, bytes.length, StoreProfile.local(), BufferAllocator.pooled(), new PositionalReader() {
                    @Override
                    public int read(long position, ByteBuffer target) {
                        if (position >= bytes.length) {
                            return -1;
                        }
                        int count = (int) Math.min(target.remaining(), bytes.length - position);
                        target.put(bytes, (int) position, count);
                        return count;
                    }

                    @Override
                    public void close() {
                        // the bytes are the garbage collector's
                    }
                });
    }
}
