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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the bit unpacking kernels: {@code Unpack32} and {@code Unpack64} for the interleaved layout, {@code
 * UnpackStraight32} and {@code UnpackStraight64} for the straight one; {@code UnpackHalves64}, which unpacks the interleaved
 * layout two values to a word; and {@code PackedCodes}, which checks it before it is unpacked.
 *
 * <p>Run as {@code java format-spec/src/generator/GenerateKernels.java FOLDER} with the folder of the package
 * {@code dev.stoa.format.internal.kernel}. A test holds the committed files equal to this program's output.
 *
 * <p>The shape of the code lets C2 turn it into SIMD instructions with no flag. Array indexes are the loop variable plus a
 * constant: with a variable base, C2 would assume that the arrays may overlap. Loops are long (64 or 128 iterations). Methods
 * are small: HotSpot compiles none of 8000 bytes of bytecode or more, and C2 gives up on some loops of methods with dozens of
 * them.
 *
 * <p>{@link #ROWS_PER_LOOP} and {@link #ROWS_PER_METHOD} are measured. With one row per loop, C2 took twice as long to compile,
 * and the code ran at half the speed. With eight it did not vectorise. With all 64 rows in one method, some widths above 48
 * (JDK 17) or above 29 (JDK 25) ran at a third of their neighbours' speed. Now none does.
 *
 * <p>On one core of an AMD EPYC with AVX-512, in cache, G values/s fall from 25 (narrow) to 11 (width 31) for ints on JDK 17.
 * For longs they fall from 16 to 5 (width 63). On JDK 25 they fall from 19 to 9 and from 13 to 5. Widths that are powers of two
 * are faster than their neighbours.
 *
 * <p>The straight layout has no loop that C2 could vectorise. There a group of eight values takes one byte per bit of the
 * width, so all shifts are constants. One read of a word serves all values in it. This gives 1.5 to 2.5 G values/s on both
 * JDKs, and 1.0 to 1.4 if values take nine bytes. A loop with one read and a variable shift for each value made 0.6 to 1.2.
 */
public final class GenerateKernels {
    private static final int VALUES = 4096;
    private static final int ROWS_PER_LOOP = 4;
    private static final int ROWS_PER_METHOD = 16;

    /** The widest differences for which the sum of half a vector fits 32 bits, with a sign. */
    private static final int MAX_HALVES_BITS = 20;

    private static final int PAIRS_PER_LOOP = 2;

    /** The widest codes that are checked packed. For wider ones, checking the unpacked codes is as fast. */
    private static final int MAX_CODE_BITS = 4;

    /** With more, C2 does not vectorise. With fewer, it has more results to combine. */
    private static final int SUMS_PER_LOOP = 4;

    private final StringBuilder code = new StringBuilder();
    private final int bits;
    private final int lanes;
    private final String type;

    private GenerateKernels(int bits) {
        this.bits = bits;
        this.lanes = VALUES / bits;
        this.type = bits == 32 ? "int" : "long";
    }

    /** Writes the classes into the folder {@code args[0]}. */
    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("usage: java GenerateKernels.java FOLDER");
        }
        Path folder = Path.of(args[0]);
        for (int bits : new int[] {32, 64}) {
            Files.writeString(folder.resolve("Unpack" + bits + ".java"), new GenerateKernels(bits).unpackClass());
            Files.writeString(
                    folder.resolve("UnpackStraight" + bits + ".java"), new GenerateKernels(bits).straightClass());
        }
        Files.writeString(folder.resolve("UnpackHalves64.java"), new GenerateKernels(64).halvesClass());
        Files.writeString(folder.resolve("PackedCodes.java"), new GenerateKernels(32).codesClass());
    }

    private String unpackClass() {
        header("java.util.Arrays", "javax.annotation.processing.Generated");
        line("/**");
        line(" * Unpacks vectors of exactly %d values from the interleaved layout of %d lanes of %d bits, and adds a", VALUES,
                lanes, bits);
        line(" * frame of reference.");
        line(" *");
        layout();
        line(" *");
        line(" * <p>Inflation has no branch on data. It is the first phase of PFOR decoding (Costea et al., \"VectorH\", SIGMOD 2016,");
        line(" * section 2) in the interleaved layout of FastLanes (Afroozeh and Boncz, VLDB 2023). The number of lanes makes a");
        line(" * loop over one row long enough for the JIT compiler.");
        line(" */");
        line("@Generated(\"GenerateKernels\")");
        line("public final class Unpack%d {", bits);
        line("    private Unpack%d() {}", bits);
        line("");
        line("    /**");
        line("     * Sets {@code out[i] = base + packed value i} for {@code i} in [0, %d), wrapping around on overflow.", VALUES);
        line("     *");
        line("     * @param width bits per packed value, 0 to %d", bits);
        line("     * @param in the packed words from index 0; at least {@code width * %d} of them", lanes);
        line("     * @param out receives %d values from index 0; not the same array as {@code in}", VALUES);
        line("     * @param base the frame of reference, added to each packed value taken as unsigned");
        line("     * @throws IllegalArgumentException if the width is not 0 to %d", bits);
        line("     * @throws IndexOutOfBoundsException if one of the arrays is too short");
        line("     */");
        line("    public static void unpack(int width, %s[] in, %s[] out, %s base) {", type, type, type);
        line("        switch (width) {");
        line("            case 0 -> Arrays.fill(out, 0, %d, base);", VALUES);
        for (int w = 1; w <= bits; w++) {
            line("            case %d -> unpack%d(in, out, base);", w, w);
        }
        line("            default -> throw new IllegalArgumentException(\"Width \" + width + \" is not in 0 to %d\");", bits);
        line("        }");
        line("    }");
        for (int w = 1; w <= bits; w++) {
            unpackMethods(w);
        }
        line("}");
        return code.toString();
    }

    private void unpackMethods(int w) {
        String parameters = String.format("(%s[] in, %s[] out, %s base) {", type, type, type);
        line("");
        line("    private static void unpack%d%s", w, parameters);
        for (int first = 0; first < bits; first += ROWS_PER_METHOD) {
            line("        unpack%dFromRow%d(in, out, base);", w, first);
        }
        line("    }");
        for (int first = 0; first < bits; first += ROWS_PER_METHOD) {
            line("");
            line("    private static void unpack%dFromRow%d%s", w, first, parameters);
            for (int row = first; row < first + ROWS_PER_METHOD; row += ROWS_PER_LOOP) {
                line("        for (int i = 0; i < %d; i++) {", lanes);
                for (int r = row; r < row + ROWS_PER_LOOP; r++) {
                    unpackRow(w, r);
                }
                line("        }");
            }
            line("    }");
        }
    }

    private void unpackRow(int w, int row) {
        line("            %s = %s + base;", at("out", row), packed(w, row));
    }

    /** A packed value, without the frame of reference. */
    private String packed(int w, int row) {
        int bit = row * w;
        int word = bit / bits;
        int shift = bit % bits;
        String low = shift == 0 ? at("in", word) : "(" + at("in", word) + " >>> " + shift + ")";
        if (shift + w > bits) {
            return "((" + low + " | (" + at("in", word + 1) + " << " + (bits - shift) + ")) & " + mask(w) + ")";
        }
        return shift + w < bits ? "(" + low + " & " + mask(w) + ")" : low;
    }

    private String halvesClass() {
        header("javax.annotation.processing.Generated");
        line("/**");
        line(" * Unpacks the interleaved layout of {@link Unpack64} two values to a word, one of each half of the vector, so that");
        line(" * {@link HalfSums} can sum up both at once.");
        line(" */");
        line("@Generated(\"GenerateKernels\")");
        line("final class UnpackHalves64 {");
        line("    /** The widest values that this unpacks. */");
        line("    static final int MAX_WIDTH = %d;", MAX_HALVES_BITS);
        line("");
        line("    private UnpackHalves64() {}");
        line("");
        line("    /**");
        line("     * Sets {@code out[i] = base + packed value i + ((base + packed value (i + %d)) << 32)} for {@code i} in [0, %d).",
                VALUES / 2, VALUES / 2);
        line("     *");
        line("     * @param width bits per packed value, 1 to %d", MAX_HALVES_BITS);
        line("     * @param in the packed words from index 0; at least {@code width * %d} of them", lanes);
        line("     * @param out receives %d words from index 0; not the same array as {@code in}", VALUES / 2);
        line("     */");
        line("    static void unpack(int width, long[] in, long[] out, long base) {");
        line("        long both = base + (base << 32);");
        line("        switch (width) {");
        for (int w = 1; w <= MAX_HALVES_BITS; w++) {
            line("            case %d -> unpack%d(in, out, both);", w, w);
        }
        line("            default -> throw new IllegalArgumentException(\"Width \" + width + \" is not in 1 to %d\");", MAX_HALVES_BITS);
        line("        }");
        line("    }");
        for (int w = 1; w <= MAX_HALVES_BITS; w++) {
            halvesMethods(w);
        }
        line("}");
        return code.toString();
    }

    private void halvesMethods(int w) {
        line("");
        line("    private static void unpack%d(long[] in, long[] out, long base) {", w);
        for (int first = 0; first < bits / 2; first += ROWS_PER_METHOD / 2) {
            line("        unpack%dFromRow%d(in, out, base);", w, first);
        }
        line("    }");
        for (int first = 0; first < bits / 2; first += ROWS_PER_METHOD / 2) {
            line("");
            line("    private static void unpack%dFromRow%d(long[] in, long[] out, long base) {", w, first);
            for (int row = first; row < first + ROWS_PER_METHOD / 2; row += PAIRS_PER_LOOP) {
                line("        for (int i = 0; i < %d; i++) {", lanes);
                for (int r = row; r < row + PAIRS_PER_LOOP; r++) {
                    line("            long low%d = %s;", r, packed(w, r));
                    line("            long high%d = %s;", r, packed(w, r + bits / 2));
                    line("            %s = low%d + (high%d << 32) + base;", at("out", r), r, r);
                }
                line("        }");
            }
            line("    }");
        }
    }

    private String straightClass() {
        header(
                "java.lang.invoke.MethodHandles",
                "java.lang.invoke.VarHandle",
                "java.nio.ByteBuffer",
                "java.nio.ByteOrder",
                "javax.annotation.processing.Generated");
        line("/** Unpacks groups of eight values of the straight layout, see {@link StraightPacking}, to %ss. */", type);
        line("@Generated(\"GenerateKernels\")");
        line("final class UnpackStraight%d {", bits);
        line("    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);");
        line("");
        line("    private UnpackStraight%d() {}", bits);
        line("");
        line("    /**");
        line("     * Sets {@code out[outAt + i] = base + packed value i} for all whole groups of eight among {@code count} values;");
        line("     * returns the number of values in these groups. Reads only the groups' own bytes, and below a width of 8 up to");
        line("     * seven bytes after the last group.");
        line("     */");
        line("    static int unpack(int width, ByteBuffer in, int at, int count, %s base, %s[] out, int outAt) {", type, type);
        line("        return switch (width) {");
        for (int w = 1; w <= bits; w++) {
            line("            case %d -> unpack%d(in, at, count, base, out, outAt);", w, w);
        }
        line("            default -> throw new IllegalArgumentException(\"Width \" + width + \" is not in 1 to %d\");", bits);
        line("        };");
        line("    }");
        for (int w = 1; w <= bits; w++) {
            straightMethod(w);
        }
        line("}");
        return code.toString();
    }

    private void straightMethod(int w) {
        line("");
        line("    private static int unpack%d(ByteBuffer in, int at, int count, %s base, %s[] out, int outAt) {", w, type, type);
        line("        int i = 0;");
        line("        for (int from = at; i <= count - 8; i += 8, from += %d) {", w);
        line("            int to = outAt + i;");
        if (w == 62 || w == 63) {
            straightWordByWord(w);
        } else {
            straightValueByValue(w);
        }
        line("        }");
        line("        return i;");
        line("    }");
    }

    /** Each word is read at the first value that the word before does not contain. */
    private void straightValueByValue(int w) {
        int word = -1;
        int wordStart = 0;
        for (int value = 0; value < 8; value++) {
            int bit = value * w;
            if (word < 0 || bit + w > 8 * wordStart + 64) {
                word++;
                wordStart = Math.min(bit / 8, Math.max(0, w - 8));
                straightWord(word, wordStart);
            }
            int shift = bit - 8 * wordStart;
            String bits64 = shift == 0 ? "x" + word : "(x" + word + " >>> " + shift + ")";
            if (shift + w > 64) {
                bits64 = "(" + bits64 + " | ((long) in.get(from" + plus(wordStart + 8) + ") << " + (64 - shift) + "))";
            }
            straightValue(value, w, bits64);
        }
    }

    /** For widths with many values that take nine bytes: reading the ninth byte alone made these widths slow. */
    private void straightWordByWord(int w) {
        straightWord(0, 0);
        int last = 0;
        for (int value = 0; value < 7; value++) {
            int word = value * w / 64;
            int shift = value * w % 64;
            String bits64 = shift == 0 ? "x" + word : "(x" + word + " >>> " + shift + ")";
            if (shift + w > 64) {
                last = word + 1;
                straightWord(last, 8 * last);
                bits64 = "(" + bits64 + " | (x" + last + " << " + (64 - shift) + "))";
            }
            straightValue(value, w, bits64);
        }
        straightWord(last + 1, w - 8);
        straightValue(7, w, "(x" + (last + 1) + " >>> " + (64 - w) + ")");
    }

    private void straightWord(int word, int at) {
        line("            long x%d = (long) LONG.get(in, from%s);", word, plus(at));
    }

    private void straightValue(int value, int w, String bits64) {
        String cut = bits == 32 ? "(int) " + bits64 : bits64;
        line("            out[to%s] = base + %s;", plus(value), w == bits ? cut : "(" + cut + " & " + mask(w) + ")");
    }

    private static String plus(int constant) {
        return constant == 0 ? "" : " + " + constant;
    }

    private String codesClass() {
        header("javax.annotation.processing.Generated");
        line("/**");
        line(" * Checks codes in the interleaved layout of {@link Unpack32} before they are unpacked: all codes of a word at once.");
        line(" *");
        line(" * <p>It takes every second code of a word, with zero bits of the same width in between, and adds a number. A code");
        line(" * that is too large carries into these bits. Then it does the same with the other codes. Codes that span two words");
        line(" * are joined first. That takes half of the time of a check of the unpacked values.");
        line(" */");
        line("@Generated(\"GenerateKernels\")");
        line("public final class PackedCodes {");
        line("    /** The widest codes that this can check. */");
        line("    public static final int MAX_WIDTH = %d;", MAX_CODE_BITS);
        line("");
        line("    private PackedCodes() {}");
        line("");
        line("    /**");
        line("     * Whether all %d codes are below {@code limit}.", VALUES);
        line("     *");
        line("     * @param width bits per code, 1 to %d", MAX_CODE_BITS);
        line("     * @param in the packed words from index 0; at least {@code width * %d} of them", lanes);
        line("     * @param limit 1 to {@code 1 << width}");
        line("     */");
        line("    public static boolean allBelow(int width, int[] in, int limit) {");
        line("        int add = (1 << width) - limit;");
        line("        return switch (width) {");
        for (int w = 1; w <= MAX_CODE_BITS; w++) {
            line("            case %d -> below%d(in, 0x%x * add);", w, w, everySecond(w, bits));
        }
        line("            default -> throw new IllegalArgumentException(\"Width \" + width + \" is not in 1 to %d\");", MAX_CODE_BITS);
        line("        };");
        line("    }");
        for (int w = 1; w <= MAX_CODE_BITS; w++) {
            codesMethod(w);
        }
        line("}");
        return code.toString();
    }

    private void codesMethod(int w) {
        List<String> sums = new ArrayList<>();
        for (int word = 0; word < w; word++) {
            int first = (w - bits * word % w) % w;
            int codes = (bits - first) / w;
            everySecondCode(sums, word, first, w, (codes + 1) / 2);
            everySecondCode(sums, word, first + w, w, codes / 2);
            int last = first + codes * w;
            if (last < bits) {
                sums.add("((((" + at("in", word) + " >>> " + last + ") | (" + at("in", word + 1) + " << " + (bits - last)
                        + ")) & " + mask(w) + ") + add)");
            }
        }
        line("");
        line("    private static boolean below%d(int[] in, int add) {", w);
        line("        int over = 0;");
        for (int from = 0; from < sums.size(); from += SUMS_PER_LOOP) {
            int to = Math.min(sums.size(), from + SUMS_PER_LOOP);
            line("        for (int i = 0; i < %d; i++) {", lanes);
            String or = to - from > 2 ? "\n                    | " : " | ";
            line("            over |= %s;", String.join(or, sums.subList(from, to)));
            line("        }");
        }
        line("        return (over & 0x%x) == 0;", everySecond(w, bits) << w);
        line("    }");
    }

    /** Adds to {@code codes} codes of a word, every second one from a bit on. */
    private void everySecondCode(List<String> sums, int word, int shift, int w, int codes) {
        if (codes > 0) {
            int mask = everySecond(w, (2 * codes - 1) * w + 1) * ((1 << w) - 1);
            String low = shift == 0 ? at("in", word) : "(" + at("in", word) + " >>> " + shift + ")";
            sums.add(String.format("((%s & 0x%x) + add)", low, mask));
        }
    }

    /** The lowest bits of every second code that, with a bit more, ends below a bit. */
    private static int everySecond(int w, int end) {
        int ones = 0;
        for (int bit = 0; bit + w < end; bit += 2 * w) {
            ones |= 1 << bit;
        }
        return ones;
    }

    private void header(String... imports) {
        code.append(
                """
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

                """);
        for (String name : imports) {
            line("import %s;", name);
        }
        line("");
        line("// Generated by src/generator/GenerateKernels.java: change that, not this.");
        line("");
    }

    private void layout() {
        line(" * <p>Value {@code i} is in lane {@code i %% %d}, row {@code i / %d}. Each lane has its own stream of bits, least", lanes, lanes);
        line(" * significant first, and row {@code r} takes the bits [{@code r * width}, {@code (r + 1) * width}) of it. Word");
        line(" * {@code k} of lane {@code l} is the word with index {@code k * %d + l}. A vector takes {@code width * %d} words.", lanes,
                lanes);
    }

    private String at(String array, int row) {
        return array + "[i" + (row == 0 ? "" : " + " + row * lanes) + "]";
    }

    private String mask(int w) {
        return bits == 32 ? "0x" + Integer.toHexString(-1 >>> (32 - w)) : "0x" + Long.toHexString(-1L >>> (64 - w)) + "L";
    }

    private void line(String format, Object... values) {
        code.append(values.length == 0 ? format.replace("%%", "%") : String.format(format, values)).append('\n');
    }
}
