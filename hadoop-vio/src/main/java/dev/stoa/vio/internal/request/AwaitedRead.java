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

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.internal.memory.Memory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A read on request threads that a caller awaits; its memory comes from its source's allocator. */
final class AwaitedRead implements PendingRead, ReadClient {

    private final StoreFile file;
    private final ReadPlan plan;
    private final RunningRead read;

    /** Open until all bytes have arrived, or the read has failed or was cancelled. */
    private final CountDownLatch settled = new CountDownLatch(1);

    AwaitedRead(StoreFile file, ReadPlan plan) {
        this.file = file;
        this.plan = plan;
        this.read = new RunningRead(file, plan, this);
    }

    RunningRead read() {
        return read;
    }

    @Override
    public BufferAllocator.Lease lend(int span) {
        return file.allocator().allocate(plan.spans().get(span).length());
    }

    @Override
    public void complete() {
        settled.countDown();
    }

    @Override
    public void failed(IOException why, List<Memory> memory) {
        memory.forEach(Memory::release);
        settled.countDown(); // whoever awaits it hears why from take()
    }

    @Override
    public boolean isDone() {
        return settled.getCount() == 0;
    }

    @Override
    public RangeBuffers await() throws IOException {
        long start = System.nanoTime();
        try {
            file.help(read);
            settled.await();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException(file.id() + ": interrupted during " + plan);
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            file.counters().waitNanos.add(System.nanoTime() - start);
        }
        List<Memory> memory = read.take();
        return plan.buffers(
                (span, offset, length) -> memory.get(span).slice(offset, length),
                () -> memory.forEach(Memory::release));
    }

    @Override
    public void close() {
        read.cancel();
    }
}
