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
package dev.stoa.format.internal.encoding.columns;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.internal.encoding.choice.ChoiceRecorder;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.choice.EncodingChooser;
import dev.stoa.format.internal.encoding.dictionary.DictionaryBudget;
import dev.stoa.format.internal.encoding.entropy.EntropyCoder;
import dev.stoa.format.internal.encoding.integers.BitsWriter;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.LongCoder;
import java.util.Optional;

/** The scratch space and the memory budget of dictionaries that the column encoders of one writing thread share. */
public final class EncoderContext {
    private final DictionaryBudget dictionaryBudget;
    private final EncodingChooser chooser;
    private final Optional<EntropyCoder> entropy;
    private final IntCoder intCoder;
    private final LongCoder longCoder;
    private final BitsWriter bits = new BitsWriter();
    private final BooleanEncoder booleans;
    private final IntEncoder ints;
    private final LongEncoder longs;
    private final FloatingEncoder floating;
    private final Int128Encoder int128;
    private final BytesEncoder bytes;
    private final DictionarySorter sorter;

    /** A context of the profile DEFAULT, with a budget of its own. */
    public EncoderContext(long dictionaryBytes) {
        this(dictionaryBytes, EncodingProfile.DEFAULT);
    }

    /** A context with a budget of its own. */
    public EncoderContext(long dictionaryBytes, EncodingProfile profile) {
        this(new DictionaryBudget(dictionaryBytes), profile);
    }

    /** A context whose encoders share a budget with those of other threads. */
    public EncoderContext(DictionaryBudget dictionaryBudget, EncodingProfile profile) {
        this.dictionaryBudget = dictionaryBudget;
        this.chooser = new EncodingChooser(profile);
        this.entropy = chooser.takes(Cost.ENTROPY) ? Optional.of(new EntropyCoder()) : Optional.empty();
        this.intCoder = new IntCoder(chooser, entropy);
        this.longCoder = new LongCoder(chooser, entropy);
        this.booleans = new BooleanEncoder(bits, chooser);
        this.ints = new IntEncoder(intCoder);
        this.longs = new LongEncoder(longCoder, intCoder);
        this.floating = new FloatingEncoder(chooser, intCoder, longCoder);
        this.int128 = new Int128Encoder(longCoder, intCoder);
        this.bytes = new BytesEncoder(intCoder);
        this.sorter = new DictionarySorter(intCoder);
    }

    /** Passes all later choices of encodings to a recorder. */
    public void tell(ChoiceRecorder recorder) {
        chooser.tell(recorder);
    }

    EncodingChooser chooser() {
        return chooser;
    }

    public DictionaryBudget dictionaryBudget() {
        return dictionaryBudget;
    }

    /** The coder of ENTROPY, where the profile takes it. */
    Optional<EntropyCoder> entropy() {
        return entropy;
    }

    IntCoder intCoder() {
        return intCoder;
    }

    LongCoder longCoder() {
        return longCoder;
    }

    BitsWriter bits() {
        return bits;
    }

    BooleanEncoder booleans() {
        return booleans;
    }

    IntEncoder ints() {
        return ints;
    }

    LongEncoder longs() {
        return longs;
    }

    FloatingEncoder floating() {
        return floating;
    }

    Int128Encoder int128() {
        return int128;
    }

    BytesEncoder bytes() {
        return bytes;
    }

    DictionarySorter sorter() {
        return sorter;
    }
}
