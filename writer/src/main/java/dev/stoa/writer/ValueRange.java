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
package dev.stoa.writer;

import dev.stoa.format.Type;

/**
 * The range of a type of at most 64 bits. It includes 0.
 *
 * @param type the type, for messages
 * @param min its smallest value
 * @param max its largest
 */
record ValueRange(Type type, long min, long max) {

    /** The range of a type of shape BOOLEAN, INT or LONG. */
    static ValueRange of(Type type) {
        return switch (type.kind()) {
            case BOOLEAN -> new ValueRange(type, 0, 1);
            case INT8 -> new ValueRange(type, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> new ValueRange(type, Short.MIN_VALUE, Short.MAX_VALUE);
            case UINT8 -> new ValueRange(type, 0, 0xFF);
            case UINT16, FLOAT16 -> new ValueRange(type, 0, 0xFFFF);
            case UINT32 -> new ValueRange(type, 0, 0xFFFF_FFFFL);
            case DECIMAL -> {
                long max = 9;
                for (int i = 1; i < type.precision(); i++) {
                    max = max * 10 + 9;
                }
                yield new ValueRange(type, -max, max);
            }
            default -> new ValueRange(type, Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    /** Whether every value of the shape fits. */
    boolean isWhole() {
        return min == Long.MIN_VALUE && max == Long.MAX_VALUE;
    }

    boolean holds(long value) {
        return value >= min && value <= max;
    }

    String problem(long value) {
        return value + " does not fit " + type + ", which holds " + min + " to " + max;
    }
}
