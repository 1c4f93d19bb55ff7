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
package dev.stoa.format.internal.kernel;

/**
 * The kernels with more than one implementation. All implementations give the same results to the bit; {@link PortableKernels}
 * is the reference. {@link Kernels} chooses.
 */
public interface KernelProvider {
    /** As {@link Unpack32#unpack}. */
    void unpack(int width, int[] in, int[] out, int base);

    /** As {@link Unpack64#unpack}. */
    void unpack(int width, long[] in, long[] out, long base);

    /** As {@link PrefixSums#inclusive(int[], int, int)}. */
    int prefixSums(int[] values, int count, int start);

    /** As {@link Symbols#expand}. */
    int expand(int[] codes, int count, long[] records, byte[] out, int at);

    /** As {@link Reductions#min(int[], int, int)}. */
    int min(int[] values, int from, int to);

    /** As {@link Reductions#max(int[], int, int)}. */
    int max(int[] values, int from, int to);

    /** As {@link Reductions#min(long[], int, int)}. */
    long min(long[] values, int from, int to);

    /** As {@link Reductions#max(long[], int, int)}. */
    long max(long[] values, int from, int to);
}
