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

import java.util.Objects;
import java.util.Optional;

/**
 * One entry of a file's key-value metadata (format-spec, "Properties"). Keys may repeat; the order is kept.
 *
 * @param key the key
 * @param value the value; absent for a key without one
 */
public record KeyValue(String key, Optional<String> value) {

    /** Checks that nothing is missing. */
    public KeyValue {
        Objects.requireNonNull(key, "key is null");
        Objects.requireNonNull(value, "value is null");
    }

    /** A key with a value. */
    public static KeyValue of(String key, String value) {
        return new KeyValue(key, Optional.of(value));
    }
}
