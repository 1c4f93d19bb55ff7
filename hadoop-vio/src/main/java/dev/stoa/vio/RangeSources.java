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

import dev.stoa.vio.internal.request.PlannedSource;
import dev.stoa.vio.internal.request.StoreFile;
import dev.stoa.vio.internal.request.Throttle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** Makes sources of local files, and of anything that can read at a position. */
public final class RangeSources {

    private RangeSources() {}

    /**
     * Opens a local file with the {@linkplain StoreProfile#local() local profile} and pooled memory.
     *
     * @throws IOException if it cannot be opened or is a folder
     */
    public static RangeSource open(Path file) throws IOException {
        return open(file, StoreProfile.local(), BufferAllocator.pooled());
    }

    /**
     * Opens a local file.
     *
     * @throws IOException if it cannot be opened or is a folder
     */
    public static RangeSource open(Path file, StoreProfile profile, BufferAllocator allocator) throws IOException {
        LocalReader reader = LocalReader.open(file);
        try {
            return of(file.toString(), reader.length(), profile, allocator, reader);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /**
     * Makes a source of a reader, which the source owns and closes.
     *
     * @param id the file's name for messages
     * @param length the file's length in bytes
     * @param profile of the store
     * @param allocator of all memory that is read into
     * @param reader of the file
     */
    public static RangeSource of(
            String id, long length, StoreProfile profile, BufferAllocator allocator, PositionalReader reader) {
        StoreCalibration calibration = StoreCalibration.pinned(id, profile.costs());
        return of(id, length, profile, calibration, new Throttle(), allocator, reader);
    }

    /**
     * Makes a source of a reader, which the source owns and closes. The source plans with the costs of a calibration, and
     * reports the costs of its requests to it. If the store asks for fewer requests, all sources of that store send fewer.
     *
     * @param id the file's name for messages
     * @param length the file's length in bytes
     * @param profile of the store
     * @param calibration of the store, in place of the profile's costs
     * @param allocator of all memory that is read into
     * @param reader of the file
     */
    public static RangeSource of(
            String id,
            long length,
            StoreProfile profile,
            StoreCalibration calibration,
            BufferAllocator allocator,
            PositionalReader reader) {
        return of(id, length, profile, calibration, Throttle.ofStore(calibration.store()), allocator, reader);
    }

    private static RangeSource of(
            String id,
            long length,
            StoreProfile profile,
            StoreCalibration calibration,
            Throttle throttle,
            BufferAllocator allocator,
            PositionalReader reader) {
        if (length < 0) {
            throw new IllegalArgumentException(id + ": the length " + length + " is negative");
        }
        StoreFile.Store store = new StoreFile.Store(Objects.requireNonNull(profile, "profile"), calibration, throttle);
        return new PlannedSource(new StoreFile(
                Objects.requireNonNull(id, "id"),
                length,
                store,
                Objects.requireNonNull(allocator, "allocator"),
                BufferBudget.shared(),
                Objects.requireNonNull(reader, "reader"),
                System.nanoTime()));
    }
}
