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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIJ_Result;

/** What scans of a table keep for each other, under threads that race: the right value, and each byte counted once. */
public final class ChangeCacheStress {

    private static final Type INT32 = Type.of(TypeKind.INT32);
    private static final Type INT64 = Type.of(TypeKind.INT64);

    private ChangeCacheStress() {}

    /** Two scans ask for the same thing, which neither finds. */
    @JCStressTest
    @Outcome(id = "1, 1, 512", expect = Expect.ACCEPTABLE, desc = "both have it, and it is counted once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a wrong value, or bytes counted twice or not at all")
    @State
    public static class SameKey {
        private static final List<UUID> SOURCES = List.of(new UUID(1, 2));
        private final ChangeCache cache = new ChangeCache(1 << 20);

        private int ask() {
            try {
                ChangeCache.Key key = new ChangeCache.Key(SOURCES, ChangeCache.Part.TYPE, 1, "c");
                return cache.get(key, Type.class, () -> INT32) == INT32 ? 1 : 0;
            } catch (IOException e) {
                return -1;
            }
        }

        @Actor
        public void one(IIJ_Result result) {
            result.r1 = ask();
        }

        @Actor
        public void two(IIJ_Result result) {
            result.r2 = ask();
        }

        @Arbiter
        public void end(IIJ_Result result) {
            result.r3 = cache.bytes();
        }
    }

    /** Two scans keep different things where only one has room. */
    @JCStressTest
    @Outcome(id = "1, 1, 512", expect = Expect.ACCEPTABLE, desc = "both have theirs, and one of them is kept")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a wrong value, or more is kept than there is room for")
    @State
    public static class RoomForOne {
        private final ChangeCache cache = new ChangeCache(700);

        private int ask(UUID source, Type type) {
            try {
                ChangeCache.Key key = new ChangeCache.Key(List.of(source), ChangeCache.Part.TYPE, 1, "c");
                return cache.get(key, Type.class, () -> type) == type ? 1 : 0;
            } catch (IOException e) {
                return -1;
            }
        }

        @Actor
        public void one(IIJ_Result result) {
            result.r1 = ask(new UUID(1, 1), INT32);
        }

        @Actor
        public void two(IIJ_Result result) {
            result.r2 = ask(new UUID(2, 2), INT64);
        }

        @Arbiter
        public void end(IIJ_Result result) {
            result.r3 = cache.bytes();
        }
    }
}
