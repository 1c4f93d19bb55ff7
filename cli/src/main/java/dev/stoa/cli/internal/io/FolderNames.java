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
package dev.stoa.cli.internal.io;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** The values in the names of folders, such as {@code day=2024-01-31}. Hive, Spark and others write partitions so. */
public final class FolderNames {
    private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

    private FolderNames() {}

    /** The names and values of the folders around a file, the nearest one first; an absent value is null. */
    public static Map<String, Optional<String>> values(Path file) {
        Map<String, Optional<String>> values = new LinkedHashMap<>();
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            int equals = folder.getName().indexOf('=');
            if (equals > 0) {
                String value = unescaped(folder.getName().substring(equals + 1));
                values.putIfAbsent(
                        unescaped(folder.getName().substring(0, equals)),
                        Optional.of(value).filter(text -> !text.equals(NULL)));
            }
        }
        return values;
    }

    /** A name without the escapes of Hive and Spark, such as {@code %3A} for a colon. */
    private static String unescaped(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        byte[] plain = new byte[bytes.length];
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            boolean isEscape = bytes[i] == '%'
                    && i + 2 < bytes.length
                    && Character.digit(bytes[i + 1], 16) >= 0
                    && Character.digit(bytes[i + 2], 16) >= 0;
            plain[length++] = isEscape
                    ? (byte) (Character.digit(bytes[++i], 16) << 4 | Character.digit(bytes[++i], 16))
                    : bytes[i];
        }
        return new String(plain, 0, length, StandardCharsets.UTF_8);
    }
}
