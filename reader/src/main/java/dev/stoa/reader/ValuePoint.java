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

/**
 * A single value as an index knows it.
 *
 * @param isBytes whether it is of shape BYTES, else of INT or LONG
 * @param number the value of shape INT or LONG
 * @param bytes the value of shape BYTES
 */
record ValuePoint(boolean isBytes, long number, byte[] bytes) {
    private static final byte[] NONE = new byte[0];

    static ValuePoint of(long number) {
        return new ValuePoint(false, number, NONE);
    }

    static ValuePoint of(byte[] bytes) {
        return new ValuePoint(true, 0, bytes);
    }
}
