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
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.SpanReceiver;
import dev.stoa.vio.internal.memory.Memory;
import java.io.IOException;
import java.util.List;

/** A read of one span on request threads, into memory of a receiver, which hears of it. */
final class DeliveredSpan implements ReadClient {

    private final StoreFile file;
    private final SpanReceiver receiver;
    private final int span;
    private final RunningRead read;
    private final int length;

    /**
     * Makes a read.
     *
     * @param plan of this span alone
     * @param span its number in the plan that the receiver knows
     */
    DeliveredSpan(StoreFile file, ReadPlan plan, SpanReceiver receiver, int span) {
        this.file = file;
        this.receiver = receiver;
        this.span = span;
        this.length = plan.spans().get(0).length();
        this.read = new RunningRead(file, plan, this);
    }

    /** Starts the read, or fails if the source was closed. */
    void begin() {
        try {
            file.register(read);
            read.begin();
        } catch (IOException e) {
            read.cancel();
        }
    }

    @Override
    public BufferAllocator.Lease lend(int onlySpan) {
        return receiver.allocate(span);
    }

    @Override
    public void complete() {
        List<Memory> memory;
        try {
            memory = read.take();
        } catch (IOException e) {
            receiver.spanFailed(span, e); // cancelled just now
            return;
        }
        try {
            receiver.spanRead(span, memory.get(0).slice(0, length));
        } finally {
            memory.get(0).release();
        }
    }

    @Override
    public void failed(IOException why, List<Memory> memory) {
        try {
            receiver.spanFailed(span, why);
        } finally {
            memory.forEach(Memory::release);
        }
    }
}
