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
package dev.stoa.reader;

import java.io.Closeable;
import java.io.IOException;

/**
 * An input of a {@link ParallelScan}: a file, a part of one, or anything else that a {@link ScanBuilder} can describe.
 * A thread opens it when its turn comes, and closes it after its last row. So a scan has about one open file for each
 * thread, whatever the number of inputs.
 */
@FunctionalInterface
public interface ScanInput extends Closeable {

    /**
     * Opens the input and describes its scan; runs on a thread of the parallel scan, once. If it fails,
     * {@link #close} is not called.
     */
    ScanBuilder open() throws IOException;

    /** Closes what {@link #open} has opened: after its last scan, or when the parallel scan ends. By default it does nothing. */
    @Override
    default void close() throws IOException {}
}
