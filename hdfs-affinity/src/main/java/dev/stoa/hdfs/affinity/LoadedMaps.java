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
package dev.stoa.hdfs.affinity;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Where the loader puts maps, and the policy finds them. The loader ends when the policy that owns this is gone. */
final class LoadedMaps {
    private static final long LONGEST_WAIT_SECONDS = 30;

    private final CountDownLatch first = new CountDownLatch(1);
    private volatile GroupMaps current = GroupMaps.NONE;

    GroupMaps current() {
        return current;
    }

    /**
     * Waits once, at most half a minute, for all maps. A balancer asks at once, and would tear partitions before it has maps. The
     * namenode never waits.
     */
    GroupMaps first() {
        try {
            if (!first.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                first.countDown();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return current;
    }

    /** Ends the wait for maps. */
    void complete() {
        first.countDown();
    }

    void replace(GroupMaps newer) {
        current = newer;
    }
}
