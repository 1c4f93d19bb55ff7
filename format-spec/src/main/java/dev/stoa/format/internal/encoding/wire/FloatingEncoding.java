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
package dev.stoa.format.internal.encoding.wire;

import java.util.List;

/** The encodings that only columns of shape FLOAT or DOUBLE have: they make integers of the values. */
public sealed interface FloatingEncoding extends Encoding {
    /**
     * Floating-point numbers that are decimals of few digits, with exceptions apart.
     *
     * @param digits how the digits are encoded: as INT for FLOAT, as LONG for DOUBLE
     */
    record Alp(Encoding digits) implements FloatingEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.ALP;
        }

        @Override
        public List<Encoding> children() {
            return List.of(digits);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * Floating-point numbers as integers of the same bits. Numbers of similar size give integers close to each other.
     *
     * @param child how the integers are encoded: as INT for FLOAT, as LONG for DOUBLE
     */
    record Rotate(Encoding child) implements FloatingEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.ROTATE;
        }

        @Override
        public List<Encoding> children() {
            return List.of(child);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * Floating-point numbers close to decimals of few digits, as calculations with decimals give them.
     *
     * @param digits how the digits are encoded as LONG
     * @param steps how many representable numbers are between each decimal and the value, encoded as LONG
     */
    record Near(Encoding digits, Encoding steps) implements FloatingEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.NEAR;
        }

        @Override
        public List<Encoding> children() {
            return List.of(digits, steps);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }
}
