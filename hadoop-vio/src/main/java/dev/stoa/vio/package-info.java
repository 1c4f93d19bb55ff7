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

/**
 * Vectored IO: a reader states the ranges of a file that it wants, and gets all of them, with few requests in parallel,
 * or a failure that names the range.
 *
 * <pre>{@code
 * try (RangeSource file = RangeSources.open(path);
 *     RangeBuffers tail = file.read(List.of(file.tail()))) {
 *   List<Range> columns = parse(tail.buffer(0));
 *   ReadPlan plan = file.plan(columns);              // pure: look at its requests and bytes before paying
 *   try (PendingRead pending = file.start(plan)) {   // returns at once
 *     prepareDecoders();
 *     try (RangeBuffers data = pending.await()) {    // owner of the memory, one view per asked range
 *       for (int i = 0; i < data.count(); i++) {
 *         decode(data.buffer(i));
 *       }
 *     }                                              // memory goes back to the pool
 *   }
 *   log(file.stats());
 * }
 * }</pre>
 *
 * <p>{@link dev.stoa.vio.ReadPlanner} decides what to request, by the numbers of a {@link dev.stoa.vio.StoreProfile}. A
 * {@link dev.stoa.vio.RangeSource} runs the requests through a {@link dev.stoa.vio.PositionalReader}, on daemon threads that
 * the process shares. They read into memory of a {@link dev.stoa.vio.BufferAllocator}, as far as the process's
 * {@link dev.stoa.vio.BufferBudget} has room. {@link dev.stoa.vio.ReadStats} counts them. To write, use a
 * {@link dev.stoa.vio.FileSink}: its file becomes visible whole or not at all.
 *
 * <p>This package knows neither a file format nor Hadoop; {@code dev.stoa.vio.hadoop} opens and creates files of
 * Hadoop's file systems.
 */
package dev.stoa.vio;
