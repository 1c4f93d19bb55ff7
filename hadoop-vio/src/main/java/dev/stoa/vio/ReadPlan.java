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
package dev.stoa.vio;

import dev.stoa.vio.internal.plan.CostModel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A plan to read a set of ranges: an immutable value of a {@link ReadPlanner}. Close ranges share a <em>span</em>, a
 * range of the file that goes into one block of memory. One request reads a span, or several in parallel if it is long.
 * Spans are sorted and disjoint. The requests of a span cover it exactly once. Each non-empty range is within one span.
 */
public final class ReadPlan {

    /** The span of an empty asked range. */
    static final int NO_SPAN = -1;

    private final long fileLength;
    private final List<Range> asked;
    private final List<Range> useful;
    private final int[] spanOfAsked;
    private final List<Range> spans;
    private final List<Range> requests;
    private final int[] spanOfRequest;
    private final long bytesAsked;
    private final long bytesToRead;
    private final double estimatedMicros;
    private final boolean inline;
    private final CostModel model;

    ReadPlan(
            long fileLength,
            List<Range> asked,
            int[] spanOfAsked,
            List<Range> spans,
            List<Range> requests,
            CostModel model) {
        this(fileLength, asked, asked, spanOfAsked, spans, requests, model);
    }

    private ReadPlan(
            long fileLength,
            List<Range> asked,
            List<Range> useful,
            int[] spanOfAsked,
            List<Range> spans,
            List<Range> requests,
            CostModel model) {
        this.fileLength = fileLength;
        this.asked = asked;
        this.useful = useful;
        this.spanOfAsked = spanOfAsked;
        this.spans = spans;
        this.requests = requests;
        this.spanOfRequest = spanOfRequest(spans, requests);
        this.bytesAsked = sum(asked);
        this.bytesToRead = sum(spans);
        this.estimatedMicros = model.micros(requests.size(), bytesToRead, longest(requests));
        this.inline = model.isInline(requests.size(), bytesToRead);
        this.model = model;
    }

    private static int[] spanOfRequest(List<Range> spans, List<Range> requests) {
        int[] spanOfRequest = new int[requests.size()];
        int span = 0;
        for (int i = 0; i < requests.size(); i++) {
            while (spans.get(span).end() <= requests.get(i).offset()) {
                span++;
            }
            spanOfRequest[i] = span;
        }
        return spanOfRequest;
    }

    private static long longest(List<Range> ranges) {
        long longest = 0;
        for (Range range : ranges) {
            longest = Math.max(longest, range.length());
        }
        return longest;
    }

    private static long sum(List<Range> ranges) {
        long bytes = 0;
        for (Range range : ranges) {
            bytes += range.length();
        }
        return bytes;
    }

    /** Returns the length of the file that this plan was made for. */
    public long fileLength() {
        return fileLength;
    }

    /** Returns the ranges in the order asked. */
    public List<Range> asked() {
        return asked;
    }

    /** Returns the parts of the file that are read, each into one block of memory; sorted by offset, disjoint. */
    public List<Range> spans() {
        return spans;
    }

    /** Returns the requests that the store will see, sorted by offset, disjoint. */
    public List<Range> requests() {
        return requests;
    }

    /** Returns the sum of the lengths of the asked ranges; bytes asked twice count twice. */
    public long bytesAsked() {
        return bytesAsked;
    }

    /** Returns how many bytes will be read: those asked, each once, and the gaps between merged ranges. */
    public long bytesToRead() {
        return bytesToRead;
    }

    /**
     * Returns how long this read is expected to take on the store that it was planned for, in microseconds: to compare
     * plans, not to wait for.
     */
    public double estimatedMicros() {
        return estimatedMicros;
    }

    /** Whether the thread that starts this read had better run its requests itself than wake others. */
    public boolean isInline() {
        return inline;
    }

    /** Returns the index of the span that holds an asked range, or {@link #NO_SPAN} if the range is empty. */
    int spanOfAsked(int askedIndex) {
        return spanOfAsked[askedIndex];
    }

    /** Returns the index of the span that a request belongs to. */
    public int spanOfRequest(int requestIndex) {
        return spanOfRequest[requestIndex];
    }

    /** Returns how many requests were saved by reading several asked ranges as one. */
    public int merges() {
        int ranges = 0;
        for (int span : spanOfAsked) {
            ranges += span == NO_SPAN ? 0 : 1;
        }
        return ranges - spans.size();
    }

    /** Returns the number of different bytes in the requested ranges; for a plan of {@link #bySpan}, of the whole plan. */
    public long bytesUseful() {
        long bytes = 0;
        long end = 0;
        for (Range range : useful) {
            if (range.offset() < end && range.length() > 0) {
                return bytesUseful(useful.stream()
                        .sorted(Comparator.comparingLong(Range::offset))
                        .toList());
            }
            bytes += range.length();
            end = Math.max(end, range.end());
        }
        return bytes;
    }

    private static long bytesUseful(List<Range> sorted) {
        long bytes = 0;
        long end = 0;
        for (Range range : sorted) {
            bytes += Math.max(0, range.end() - Math.max(end, range.offset()));
            end = Math.max(end, range.end());
        }
        return bytes;
    }

    /** Cuts memory of spans. */
    public interface Cutter {
        ByteBuffer cut(int span, int offset, int length);
    }

    /** Returns the asked ranges as views of the spans' memory. */
    public RangeBuffers buffers(Cutter memory, Runnable release) {
        List<ByteBuffer> slices = new ArrayList<>(asked.size());
        for (int i = 0; i < asked.size(); i++) {
            Range range = asked.get(i);
            int span = spanOfAsked[i];
            if (span == NO_SPAN) {
                slices.add(ByteBuffer.allocate(0));
            } else {
                int start = (int) (range.offset() - spans.get(span).offset());
                slices.add(memory.cut(span, start, range.length()));
            }
        }
        return new RangeBuffers(slices, release);
    }

    /** Returns one plan for each span that asks for the span and reads it by this plan's requests. */
    public List<ReadPlan> bySpan() {
        List<List<Range>> askedOfSpan = askedOfSpan();
        List<ReadPlan> parts = new ArrayList<>(spans.size());
        int from = 0;
        for (int span = 0; span < spans.size(); span++) {
            int to = from;
            while (to < requests.size() && spanOfRequest[to] == span) {
                to++;
            }
            List<Range> alone = List.of(spans.get(span));
            parts.add(new ReadPlan(
                    fileLength, alone, askedOfSpan.get(span), new int[1], alone, requests.subList(from, to), model));
            from = to;
        }
        return parts;
    }

    private List<List<Range>> askedOfSpan() {
        List<List<Range>> askedOfSpan = new ArrayList<>(spans.size());
        spans.forEach(span -> askedOfSpan.add(new ArrayList<>()));
        for (int i = 0; i < asked.size(); i++) {
            if (spanOfAsked[i] != NO_SPAN) {
                askedOfSpan.get(spanOfAsked[i]).add(asked.get(i));
            }
        }
        return askedOfSpan;
    }

    /**
     * Returns this plan with each request cut where one block ends and the next begins.
     *
     * @param blockBytes the length of a block, or 0 if none exist
     */
    public ReadPlan cut(long blockBytes) {
        if (blockBytes <= 0) {
            return this;
        }
        List<Range> parts = new ArrayList<>(requests.size());
        for (Range request : requests) {
            long from = request.offset();
            while (from < request.end()) {
                long to = Math.min(request.end(), (from / blockBytes + 1) * blockBytes);
                parts.add(new Range(from, (int) (to - from)));
                from = to;
            }
        }
        return parts.size() == requests.size()
                ? this
                : new ReadPlan(fileLength, asked, useful, spanOfAsked, spans, List.copyOf(parts), model);
    }

    @Override
    public String toString() {
        return "plan of " + asked.size() + " ranges (" + bytesAsked + " bytes) as " + requests.size() + " requests ("
                + bytesToRead + " bytes)";
    }
}
