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
package dev.stoa.vio.internal.request;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that wakes what waits: retries, checks for stalls, hedges. A daemon, gone when idle. */
final class RequestTimer {

    private static final Logger LOG = LoggerFactory.getLogger(RequestTimer.class);

    private static final long IDLE_SECONDS = 20;

    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private RequestTimer() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(1, work -> RequestThreads.daemon("stoa-vio-timer", work));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    /** Runs something short after a while, unless it is cancelled before. */
    static Future<?> after(long nanos, Runnable task) {
        return TIMER.schedule(() -> run(task), nanos, TimeUnit.NANOSECONDS);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a receiver or allocator threw", e);
        }
    }

    /** Returns how many tasks wait for their time. */
    static int waiting() {
        return TIMER.getQueue().size();
    }
}
