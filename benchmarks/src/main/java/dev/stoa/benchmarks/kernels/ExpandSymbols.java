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
package dev.stoa.benchmarks.kernels;

import dev.stoa.format.internal.kernel.Kernels;
import dev.stoa.format.internal.kernel.Symbols;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Writes the symbols of 4096 codes one after the other, next to the least that a loop in plain Java has to do. The
 * symbols are like those of TPC-H's {@code l_comment}: 1 to 15 bytes, each length about as often. A text of it has 3.51.
 */
@State(Scope.Thread)
public class ExpandSymbols {
    private static final int CODES = 4096;
    private static final int SYMBOLS = 4352;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long[] records = new long[2 * 8192];
    private final int[] codes = new int[CODES];
    private final int[] places = new int[CODES];
    private final byte[] out = new byte[CODES * Symbols.MAX_LENGTH + Symbols.STORED];

    /** Made by JMH. */
    public ExpandSymbols() {}

    /** Makes codes. Half of them use an eighth of the symbols, as in {@code l_comment}. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            records[2 * symbol] = random.nextLong();
            records[2 * symbol + 1] = Symbols.high(random.nextLong() >>> 8, 1 + random.nextInt(Symbols.MAX_LENGTH));
        }
        for (int i = 0; i < CODES; i++) {
            double place = random.nextDouble();
            codes[i] = (int) (SYMBOLS * place * place * place);
        }
    }

    /** The kernel that a reader uses: with the Vector API if its module is loaded. */
    @Benchmark
    @OperationsPerInvocation(CODES)
    public byte[] expand() {
        System.arraycopy(codes, 0, places, 0, CODES);
        Kernels.BEST.expand(places, CODES, records, out, 0);
        return out;
    }

    /** The same in plain Java. */
    @Benchmark
    @OperationsPerInvocation(CODES)
    public byte[] expandPortable() {
        System.arraycopy(codes, 0, places, 0, CODES);
        Symbols.expand(places, CODES, records, out, 0);
        return out;
    }

    /** The least: load a symbol and its length, store it, go on after it. Nothing keeps where symbols start. */
    @Benchmark
    @OperationsPerInvocation(CODES)
    public int leastPortable() {
        return least(codes, records, out);
    }

    /** The same with one store, which keeps 8 bytes of a symbol. So it writes wrong texts, and shows what a store costs. */
    @Benchmark
    @OperationsPerInvocation(CODES)
    public int leastOfOneStore() {
        return leastOfOneStore(codes, records, out);
    }

    private static int least(int[] codes, long[] records, byte[] out) {
        int mask = records.length - 1;
        int end = 0;
        for (int i = 0; i < CODES; i++) {
            int record = 2 * codes[i];
            long low = records[record & mask];
            long high = records[(record + 1) & mask];
            LONGS.set(out, end, low);
            LONGS.set(out, end + 8, high);
            end += Symbols.length(high);
        }
        return end;
    }

    private static int leastOfOneStore(int[] codes, long[] records, byte[] out) {
        int mask = records.length - 1;
        int end = 0;
        for (int i = 0; i < CODES; i++) {
            int record = 2 * codes[i];
            LONGS.set(out, end, records[record & mask]);
            end += Symbols.length(records[(record + 1) & mask]);
        }
        return end;
    }
}
