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
package dev.stoa.format.internal.encoding.decode;

/**
 * The values {@code from..to-1} of n that are encoded together. A decoder may leave the others out.
 *
 * @param n of all, 0..{@link VectorDecoder#MAX_ROWS}
 * @param from the first one that the caller reads, 0..to
 * @param to the end of those, at most n
 */
public record WantedRows(int n, int from, int to) {
    /** All of n values. */
    public static WantedRows all(int n) {
        return new WantedRows(n, 0, n);
    }
}
