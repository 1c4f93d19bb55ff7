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
package dev.stoa.format;

/** The shape of the stored and delivered values of a column. */
public enum Physical {
    /** No values of its own: null and struct columns have validity only. */
    NONE,
    /** One byte per row, 0 or 1: {@link BooleanVector}. */
    BOOLEAN,
    /** {@link IntVector}; for lists and maps the lengths. */
    INT,
    /** {@link LongVector}. */
    LONG,
    /** {@link Int128Vector}. */
    INT128,
    /** {@link FloatVector}. */
    FLOAT,
    /** {@link DoubleVector}. */
    DOUBLE,
    /** {@link BytesVector}. */
    BYTES
}
