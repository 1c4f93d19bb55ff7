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

import dev.stoa.format.Batch;
import java.io.IOException;

/** Takes the batches of a {@link ParallelScan}, on one of its threads. */
@FunctionalInterface
public interface BatchConsumer {

    /**
     * Takes a batch. Its arrays are valid until this call returns.
     *
     * @param input ordinal of the input: with {@link Batch#firstRow} it says which rows these are
     * @param batch with at least one selected row
     */
    void accept(int input, Batch batch) throws IOException;
}
