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

import java.util.UUID;

/** Texts of UUIDs. */
public final class UuidText {
    private UuidText() {}

    /**
     * The UUID of a text such as {@code 123e4567-e89b-12d3-a456-426614174000}, in either case. Java alone fills and cuts parts that are too
     * short or too long.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static UUID parse(String text) {
        UUID uuid;
        try {
            uuid = UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(reason(), e);
        }
        if (!uuid.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException(reason());
        }
        return uuid;
    }

    private static String reason() {
        return "it has not 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them";
    }
}
