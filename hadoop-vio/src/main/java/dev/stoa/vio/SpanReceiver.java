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

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Takes the bytes of a read span by span, each as soon as it is whole. {@link RangeSource#deliver} reports to it. The
 * receiver lends a span's memory before the span's first request is sent. It then hears of each span exactly once, by {@link
 * #spanRead} or {@link #spanFailed}. The call comes on any thread, also the one that called {@code deliver}. These two must
 * not throw, nor take long: a thread that reads waits meanwhile.
 */
public interface SpanReceiver {

    /**
     * Lends the memory that a span is read into. It is given back after the span was reported, and when no request
     * writes to it any more: of a failed span that may be later.
     *
     * @param span index in {@link ReadPlan#spans()}
     * @return memory for at least the bytes of the span
     * @throws OutOfMemoryError if none is left; the span is then reported as failed, as if this threw anything else
     */
    BufferAllocator.Lease allocate(int span);

    /**
     * Takes a span that is whole.
     *
     * @param span index in {@link ReadPlan#spans()}
     * @param bytes the span's; a view of what was lent
     */
    void spanRead(int span, ByteBuffer bytes);

    /**
     * Hears that a span will not come.
     *
     * @param span index in {@link ReadPlan#spans()}
     * @param why names the file, the range and the cause; a {@link RangeReadException} unless the read was cancelled
     */
    void spanFailed(int span, IOException why);
}
