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

/** The kernels in plain Java, which C2 turns into SIMD instructions where it can. */
final class PortableKernels implements KernelProvider {
    @Override
    public void unpack(int width, int[] in, int[] out, int base) {
        Unpack32.unpack(width, in, out, base);
    }

    @Override
    public void unpack(int width, long[] in, long[] out, long base) {
        Unpack64.unpack(width, in, out, base);
    }

    @Override
    public int prefixSums(int[] values, int count, int start) {
        return PrefixSums.inclusive(values, count, start);
    }

    @Override
    public int expand(int[] codes, int count, long[] records, byte[] out, int at) {
        return Symbols.expand(codes, count, records, out, at);
    }

    @Override
    public int min(int[] values, int from, int to) {
        return Reductions.min(values, from, to);
    }

    @Override
    public int max(int[] values, int from, int to) {
        return Reductions.max(values, from, to);
    }

    @Override
    public long min(long[] values, int from, int to) {
        return Reductions.min(values, from, to);
    }

    @Override
    public long max(long[] values, int from, int to) {
        return Reductions.max(values, from, to);
    }
}
