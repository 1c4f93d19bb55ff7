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
package dev.stoa.reader.internal.scan;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.select.EntrySet;
import dev.stoa.format.internal.encoding.select.IntegerSet;
import dev.stoa.format.internal.encoding.select.VectorSelector;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.kernel.Masks;
import dev.stoa.reader.internal.decode.ScanContext;
import dev.stoa.reader.internal.decode.VectorRows;
import dev.stoa.reader.internal.fetch.ColumnData;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.filter.ConstantSet;
import dev.stoa.reader.internal.filter.Predicate;
import dev.stoa.reader.internal.value.RowMask;
import dev.stoa.reader.internal.value.ValueSet;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tests conditions on whole vectors by what is stored of them. Frames, codes and runs take part; a vector that is decided so
 * is not decoded, and what would be wrong with its values is not noticed; its checksum was verified.
 */
public final class EncodedFilter {
    private final ScanContext context;
    private final VectorSelector selector = new VectorSelector();
    private final IdentityHashMap<Predicate.InSet, Known> known = new IdentityHashMap<>();

    /** The kept forms of a condition: its set as integers, and the matching entries of the dictionary used last. */
    private static final class Known {
        private final Optional<IntegerSet> integers;
        private Optional<DecodedDictionary> dictionary = Optional.empty();
        private EntrySet entries = EntrySet.NONE;

        Known(ValueSet set) {
            this.integers = set.integers();
        }
    }

    EncodedFilter(ScanContext context) {
        this.context = context;
    }

    /** Selects the rows of a vector that make a condition true; returns false if that needs decoded values. */
    boolean test(Predicate.InSet condition, ReadColumn column, int vector, int rows, RowMask out) throws IOException {
        if (column.index().isEmpty() || column.isList()) {
            return false;
        }
        ColumnData data = context.store().data(column);
        Encoding root = data.index().blocks().get(data.index().blockOf(vector)).encoding();
        boolean isConstant = condition.set() instanceof ConstantSet;
        if (!isConstant && !canTest(condition, column, root)) {
            return false;
        }
        try {
            if (isConstant) {
                selector.validity(root, data.payload(vector), rows);
                System.arraycopy(selector.valid(), 0, out.words(), 0, Masks.WORDS);
                if (condition.set() == ConstantSet.NONE) {
                    out.fill(rows, false);
                }
                context.counters().vectorsByFrame++;
            } else {
                select(condition, column, data, vector, root, rows, out);
            }
        } catch (CorruptFileException e) {
            throw data.inVector(vector, e);
        }
        if (selector.validCount() < rows) {
            if (!column.mayBeNull()) {
                throw VectorRows.nullsOfNotNullable(data, vector);
            }
            if (condition.onNull()) {
                long[] words = out.words();
                for (int i = 0; i < words.length; i++) {
                    words[i] |= ~selector.valid()[i];
                }
                Masks.trim(words, rows);
            }
        }
        return true;
    }

    private boolean canTest(Predicate.InSet condition, ReadColumn column, Encoding root) {
        Physical shape = column.shape();
        boolean isInteger = shape == Physical.INT || shape == Physical.LONG || shape == Physical.BOOLEAN;
        return VectorSelector.canSelect(root, shape)
                && (!isInteger || known(condition).integers.isPresent());
    }

    private Known known(Predicate.InSet condition) {
        return known.computeIfAbsent(condition, c -> new Known(c.set()));
    }

    private void select(
            Predicate.InSet condition,
            ReadColumn column,
            ColumnData data,
            int vector,
            Encoding root,
            int rows,
            RowMask out)
            throws IOException {
        Known of = known(condition);
        OptionalInt id = root.dictionary();
        EntrySet entries = id.isPresent()
                ? entries(of, condition.set(), column.type(), data.dictionary(id.getAsInt()))
                : EntrySet.NONE;
        VectorSelector.How how = selector.select(
                root,
                data.payload(vector),
                rows,
                column.shape(),
                of.integers.orElse(IntegerSet.NONE),
                entries,
                out.words());
        if (how == VectorSelector.How.BY_FRAME) {
            context.counters().vectorsByFrame++;
        } else {
            context.counters().vectorsEncoded++;
        }
    }

    private static EntrySet entries(Known of, ValueSet set, Type type, DecodedDictionary dictionary) {
        if (of.dictionary.isEmpty() || of.dictionary.get() != dictionary) {
            of.dictionary = Optional.of(dictionary);
            if (of.integers.isPresent()) {
                of.entries = EntrySet.of(dictionary, of.integers.get());
            } else {
                boolean[] matches = new boolean[dictionary.size()];
                set.test(vector(type, dictionary), matches.length, matches);
                of.entries = EntrySet.of(matches, matches.length);
            }
        }
        return of.entries;
    }

    private static ColumnVector vector(Type type, DecodedDictionary d) {
        boolean[] none = ColumnVector.NO_NULLS;
        return switch (d.shape()) {
            case INT -> new IntVector(type, d.ints(), none, d.size());
            case LONG -> new LongVector(type, d.longs(), none, d.size());
            case FLOAT -> new FloatVector(type, d.floats(), none, d.size());
            case DOUBLE -> new DoubleVector(type, d.doubles(), none, d.size());
            case INT128 ->
                d.int128().isNarrow()
                        ? Int128Vector.narrow(type, d.int128().low(), none, d.size())
                        : new Int128Vector(type, d.int128().high(), d.int128().low(), none, d.size());
            case BYTES -> new BytesVector(type, d.data(), d.offsets(), none, d.size());
            case NONE, BOOLEAN -> throw new IllegalArgumentException("no dictionary has the shape " + d.shape());
        };
    }
}
