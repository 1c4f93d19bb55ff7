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

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.NodePage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole files whose parts were changed and whose checksums then made right: the checks behind the checksums must hold.
 * The values may differ from those of the sound file, since the file now says so; but nothing other than a
 * {@link StoaException} that names the file may come out, within bounded memory and rows.
 *
 * <p>Input: a byte for the kind of file, then changes of four bytes each: part, position (two bytes), new value.
 */
@Tag("once")
final class FileFuzzTest {
    private static final int CHANGE_BYTES = 4;
    private static final int MOST_CHANGES = 16;
    private static final long MOST_VERIFIED_ROWS = 1 << 20;
    private static final List<byte[]> FILES = files();

    private static List<byte[]> files() {
        try {
            List<byte[]> files = new ArrayList<>();
            for (SmallFiles.Kind kind : SmallFiles.Kind.values()) {
                files.add(SmallFiles.bytes(kind));
            }
            return files;
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static Stream<Arguments> seeds() {
        return Stream.of(0, 1, 2, 3).map(kind -> arguments((Object) new byte[] {(byte) (int) kind, 0, 0, 0, 'S'}));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void file(byte[] input) {
        if (input != null && input.length > CHANGE_BYTES) {
            readChanged(input);
        }
    }

    private static void readChanged(byte[] input) {
        int kind = (input[0] & 0xFF) % FILES.size();
        byte[] file;
        try {
            MutableFile parts = new MutableFile(FILES.get(kind));
            for (int i = 1;
                    i + CHANGE_BYTES <= input.length && i < 1 + MOST_CHANGES * CHANGE_BYTES;
                    i += CHANGE_BYTES) {
                int position = (input[i + 1] & 0xFF) << 8 | input[i + 2] & 0xFF;
                change(parts, input[i] & 0xFF, position, input[i + 3]);
            }
            List<Type> types = new ArrayList<>();
            SmallFiles.schema(SmallFiles.Kind.values()[kind]).fields().forEach(field -> collect(field, types));
            for (int node = 0; node < types.size(); node++) {
                sign(parts, node, types.get(node));
            }
            file = parts.toBytes();
        } catch (StoaException e) {
            throw new AssertionError("the sound file", e);
        }
        HostileReads.Outcome outcome = HostileReads.read(file);
        if (rowsOf(file) > MOST_VERIFIED_ROWS) {
            return;
        }
        List<Verifier.Problem> problems = HostileReads.verify(file);
        if (outcome instanceof HostileReads.Outcome.Refused refused) {
            assertFalse(problems.isEmpty(), () -> "refused, but verified: " + refused.message());
        }
    }

    /** The rows that the file claims; verification reads all, which takes as long as the claim is large. */
    private static long rowsOf(byte[] file) {
        try {
            MutableFile parts = new MutableFile(file);
            long rows = 0;
            for (int i = 0; i < parts.rowSets.size(); i++) {
                rows = Math.max(rows, parts.rows(i));
            }
            return rows;
        } catch (StoaException e) {
            return 0;
        }
    }

    private static void collect(Field field, List<Type> types) {
        types.add(field.type());
        field.type().fields().forEach(child -> collect(child, types));
    }

    private static void sign(MutableFile parts, int node, Type type) {
        try {
            parts.signData(node, type);
        } catch (StoaException | IndexOutOfBoundsException | ArithmeticException e) {
            // The index is refused as it is, or says what the data does not have: so shall it be read.
            assertInstanceOf(Exception.class, e);
        }
    }

    private static void change(MutableFile parts, int part, int position, byte value) {
        int pages = NodePage.pages(parts.nodes.size());
        List<byte[]> all = new ArrayList<>(parts.indexes);
        all.addAll(parts.minMaxes);
        all.addAll(parts.rowSets);
        all.add(parts.properties);
        all.add(parts.nameIndex);
        all.add(parts.fieldIdIndex);
        all.add(parts.data);
        int which = part % (all.size() + pages);
        if (which >= all.size()) {
            parts.changePage(which - all.size(), position, value);
        } else if (all.get(which).length > 0) {
            all.get(which)[position % all.get(which).length] = value;
        }
    }

    /** What a fuzzer would do without being told where it gets: many random changes, few at a time. */
    @Test
    void randomChangesAreReadOrRefused() {
        long seed = Long.getLong("stoa.seed", 1);
        Random random = new Random(seed);
        for (int round = 0; round < Integer.getInteger("stoa.test.rounds", 6000); round++) {
            byte[] input = new byte[1 + CHANGE_BYTES * (1 + random.nextInt(3))];
            random.nextBytes(input);
            try {
                readChanged(input);
            } catch (RuntimeException | Error e) {
                fail(
                        "round " + round + " of seed " + seed + ": "
                                + HexFormat.of().formatHex(input),
                        e);
            }
        }
    }
}
