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
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSnapshot;

/**
 * A stream whose {@code readVectored} plans with this library's planner and reads with its executor; all else is the
 * inner stream's. Loaded only where Hadoop has {@code FileRange}.
 *
 * <p>Ranges are checked as Hadoop's contract says. Each range's future completes as soon as its bytes have arrived, on a
 * thread of this library. Its buffer is the caller's own, from the caller's allocator, never a slice: allocated, in the
 * caller's thread, before any byte is read.
 */
final class VioInputStream extends FSDataInputStream {

    /** The length of the file does not matter to a plan, and asking for it may cost a request. A read past the end fails. */
    private static final long UNKNOWN_LENGTH = Long.MAX_VALUE;

    private static final String SLICES = "fs.capability.vectoredio.sliced";

    private final FSDataInputStream inner;
    private final String id;
    private final StoreProfile profile;
    private final StoreCalibration calibration;
    private RangeSource source; // guarded by this; made by the first vectored read
    private boolean closed; // guarded by this

    VioInputStream(FSDataInputStream inner, String id, StoreProfile profile, StoreCalibration calibration) {
        super(inner);
        this.inner = inner;
        this.id = id;
        this.profile = profile;
        this.calibration = calibration;
    }

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        readVectored(ranges, allocate, unused -> {});
    }

    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        Objects.requireNonNull(allocate, "allocate");
        Objects.requireNonNull(release, "release");
        List<FileRange> sorted = VectoredRanges.checkedAndSorted(ranges, id);
        RangeSource open = open();
        ReadPlan plan = open.plan(VectoredRanges.toRanges(sorted));
        VectoredDelivery delivery = new VectoredDelivery(id, plan, sorted, allocate, release);
        boolean started = false;
        try {
            open.deliver(plan, delivery);
            started = true;
        } finally {
            if (!started) {
                delivery.cancel(new IOException(id + ": closed"));
            }
        }
    }

    private synchronized RangeSource open() throws IOException {
        if (closed) {
            throw new IOException(id + ": the stream is closed");
        }
        if (source == null) {
            source = RangeSources.of(id, UNKNOWN_LENGTH, profile, calibration, BufferAllocator.pooled(), reader());
        }
        return source;
    }

    private PositionalReader reader() {
        return new UnchangedFile(id, Optional.empty(), () -> null, StreamReaders.of(inner));
    }

    private synchronized RangeSource opened() {
        return source;
    }

    /** Cancels all vectored reads in flight, then releases what the inner stream holds. */
    @Override
    public void unbuffer() {
        RangeSource reading = opened();
        if (reading != null) {
            reading.cancel();
        }
        super.unbuffer();
    }

    @Override
    public void close() throws IOException {
        RangeSource reading;
        synchronized (this) {
            closed = true;
            reading = source;
        }
        if (reading == null) {
            super.close();
        } else {
            reading.close(); // cancels, then closes the inner stream
        }
    }

    /** Returns what the inner stream counted, and what this library did; before the first vectored read only the former. */
    @Override
    public IOStatistics getIOStatistics() {
        IOStatistics own = super.getIOStatistics();
        RangeSource reading = opened();
        if (reading == null) {
            return own;
        }
        IOStatisticsSnapshot both = new IOStatisticsSnapshot();
        both.aggregate(own);
        VioStatistics.addTo(both, reading.stats());
        both.setGauge("vio_planned_latency_micros", calibration.costs().latencyMicros());
        both.setGauge("vio_planned_bytes_per_second", calibration.costs().bytesPerSecond());
        return both;
    }

    @Override
    public boolean hasCapability(String capability) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case StreamCapabilities.VECTOREDIO, StreamCapabilities.IOSTATISTICS -> true;
            case SLICES -> false;
            default -> super.hasCapability(capability);
        };
    }
}
