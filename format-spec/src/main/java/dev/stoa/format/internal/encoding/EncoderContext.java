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
package dev.stoa.format.internal.encoding;

/**
 * What the column encoders of one writing thread share: scratch space, and a budget of memory for dictionaries. When it
 * is used up, dictionaries stop growing and other encodings are chosen.
 */
public final class EncoderContext {
    private final long dictionaryBudget;

    /** A context whose encoders may hold so many bytes of dictionaries in memory, hash tables included. */
    public EncoderContext(long dictionaryBudget) {
        this.dictionaryBudget = dictionaryBudget;
    }

    /** The bytes of memory that dictionaries may hold. */
    public long dictionaryBudget() {
        return dictionaryBudget;
    }
}
