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
 * The loops that touch every value: bit packing, patching, prefix sums, dictionary look-up, runs, bitmaps.
 *
 * <p>Pure functions on primitive arrays and byte buffers. They trust their callers. A caller checks lengths, codes and
 * positions from a file before, with {@link dev.stoa.format.internal.kernel.Reductions} or
 * {@link dev.stoa.format.internal.kernel.Runs#total}, so that no loop needs a branch for it. A careless caller gets an
 * {@link java.lang.IndexOutOfBoundsException}, never memory outside the arrays.
 *
 * <p>The plan is that of Vectorwise: first inflate a whole vector without branches, then patch the few exceptions. See Costea
 * et al., "VectorH: Taking SQL-on-Hadoop to the Next Level", SIGMOD 2016, section 2, on PFOR, PFOR-DELTA and PDICT. The layout
 * of full vectors is interleaved as in Afroozeh and Boncz, "The FastLanes Compression Layout", VLDB 2023, but in plain row
 * order.
 */
package dev.stoa.format.internal.kernel;
