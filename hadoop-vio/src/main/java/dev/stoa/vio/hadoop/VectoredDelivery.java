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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.Range;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.SpanReceiver;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileRange;

/**
 * Brings the bytes of one {@code readVectored} to its ranges. A span that is one range is read into the caller's buffer. A
 * span of several is read into pooled memory and copied, so that the caller gets whole buffers and can give them back one by
 * one.
 */
final class VectoredDelivery implements SpanReceiver {

    private final String file;
    private final ReadPlan plan;
    private final List<List<VectoredTarget>> targetsOfSpan;

    /**
     * Allocates a buffer for each range, all or none, and gives each range its future.
     *
     * @param plan of the ranges in this order
     * @param ranges sorted, without overlaps
     */
    VectoredDelivery(
            String file,
            ReadPlan plan,
            List<FileRange> ranges,
            IntFunction<ByteBuffer> allocate,
            Consumer<ByteBuffer> release) {
        this.file = file;
        this.plan = plan;
        List<VectoredTarget> targets = allocated(ranges, allocate, release);
        this.targetsOfSpan = bySpan(targets, plan.spans());
        for (VectoredTarget target : targets) {
            target.promise();
            if (target.length() == 0) {
                target.deliver();
            }
        }
    }

    private static List<VectoredTarget> allocated(
            List<FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release) {
        List<VectoredTarget> targets = new ArrayList<>(ranges.size());
        boolean complete = false;
        try {
            for (FileRange range : ranges) {
                targets.add(new VectoredTarget(range, allocate, release));
            }
            complete = true;
            return targets;
        } finally {
            if (!complete) {
                targets.forEach(VectoredTarget::release);
            }
        }
    }

    /** Parts the ranges by the spans that they are in, both being sorted. */
    private static List<List<VectoredTarget>> bySpan(List<VectoredTarget> targets, List<Range> spans) {
        List<List<VectoredTarget>> parts = new ArrayList<>(spans.size());
        int next = 0;
        for (Range span : spans) {
            List<VectoredTarget> part = new ArrayList<>();
            while (next < targets.size() && targets.get(next).offset() < span.end()) {
                VectoredTarget target = targets.get(next++);
                if (target.length() > 0) {
                    part.add(target);
                }
            }
            parts.add(part);
        }
        return parts;
    }

    private boolean isOneRange(int span) {
        return targetsOfSpan.get(span).size() == 1;
    }

    @Override
    public BufferAllocator.Lease allocate(int span) {
        if (isOneRange(span)) {
            VectoredTarget target = targetsOfSpan.get(span).get(0);
            if (target.lend()) {
                return target;
            }
        }
        return BufferAllocator.pooled().allocate(plan.spans().get(span).length());
    }

    @Override
    public void spanRead(int span, ByteBuffer bytes) {
        for (VectoredTarget target : targetsOfSpan.get(span)) {
            if (isOneRange(span)) {
                target.deliver(bytes);
            } else {
                int from = (int) (target.offset() - plan.spans().get(span).offset());
                target.buffer().put(bytes.slice(from, target.length()));
                target.deliver();
            }
        }
    }

    @Override
    public void spanFailed(int span, IOException why) {
        IOException told = endOfFile(why);
        targetsOfSpan.get(span).forEach(target -> target.fail(told));
    }

    /** No request was sent: all ranges fail. */
    void cancel(IOException why) {
        targetsOfSpan.forEach(targets -> targets.forEach(target -> target.fail(why)));
    }

    /** Readers look for this exception when they have asked for too much. */
    private IOException endOfFile(IOException why) {
        if (!(why.getCause() instanceof EOFException)) {
            return why;
        }
        EOFException end =
                new EOFException(file + ": an asked range does not lie within the file: " + why.getMessage());
        end.initCause(why);
        return end;
    }
}
