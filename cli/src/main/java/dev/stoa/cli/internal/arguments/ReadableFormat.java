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
package dev.stoa.cli.internal.arguments;

import dev.stoa.interop.FileKind;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The formats that commands read, as the values of an option. */
public final class ReadableFormat implements ITypeConverter<FileKind>, Iterable<String> {
    private static final List<String> NAMES = Arrays.stream(FileKind.values())
            .filter(FileKind::isReadable)
            .map(FileKind::name)
            .toList();

    @Override
    public FileKind convert(String value) {
        Optional<FileKind> kind = Arrays.stream(FileKind.values())
                .filter(known -> known.name().equalsIgnoreCase(value))
                .findFirst();
        if (kind.isPresent()) {
            check(value, kind.get());
            return kind.get();
        }
        throw new TypeConversionException("'" + value + "' is not one of " + String.join(", ", NAMES));
    }

    /**
     * Refuses a format that is only written.
     *
     * @param place the file or the option
     * @throws CommandException if the format is not read
     */
    public static void check(String place, FileKind kind) {
        if (!kind.isReadable()) {
            throw CommandException.usage(
                    place + ": " + kind + " is written, not read; the formats to read are " + String.join(", ", NAMES));
        }
    }

    @Override
    public Iterator<String> iterator() {
        return NAMES.iterator();
    }
}
