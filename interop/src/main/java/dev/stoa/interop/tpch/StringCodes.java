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
package dev.stoa.interop.tpch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The few distinct texts of a column, numbered from 0 in their order of arrival; at most 128. */
final class StringCodes {
    private final Map<String, Byte> codes = new HashMap<>();
    private byte[][] texts = new byte[8][];

    /** The number of a text, a new one if it is new. */
    byte codeOf(String text) {
        Byte known = codes.get(text);
        if (known != null) {
            return known;
        }
        int code = codes.size();
        if (code > Byte.MAX_VALUE) {
            throw new IllegalStateException("more than 128 distinct texts, the last one is '" + text + "'");
        }
        if (code == texts.length) {
            texts = Arrays.copyOf(texts, 2 * code);
        }
        texts[code] = text.getBytes(StandardCharsets.UTF_8);
        codes.put(text, (byte) code);
        return (byte) code;
    }

    /** The UTF-8 bytes of a numbered text; not to be changed. */
    byte[] textOf(byte code) {
        return texts[code];
    }
}
