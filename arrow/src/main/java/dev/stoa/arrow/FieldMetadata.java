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
package dev.stoa.arrow;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** The metadata of Arrow fields, for all that the Arrow type does not express. */
final class FieldMetadata {
    /** The id of a field, under the key that Arrow's readers of Parquet use. */
    static final String FIELD_ID = "PARQUET:field_id";

    private static final String EXTENSION = "ARROW:extension:name";
    private static final String EXTENSION_VALUE = "ARROW:extension:metadata";
    private static final String UUID = "arrow.uuid";
    private static final String JSON = "arrow.json";

    private static final String KIND = "stoa.type";
    private static final String PRECISION = "stoa.precision";
    private static final String UTC = "stoa.utc";
    private static final String CRS = "stoa.crs";
    private static final String EDGES = "stoa.edges";

    private FieldMetadata() {}

    /** The entries that lead from an Arrow type back to a Stoa type; none where the Arrow type does by itself. */
    static Map<String, String> ofType(Type type, ArrowType arrow) throws UnsupportedFileException {
        Map<String, String> metadata = new TreeMap<>();
        if (type.kind() == TypeKind.UUID || type.kind() == TypeKind.JSON) {
            metadata.put(EXTENSION, type.kind() == TypeKind.UUID ? UUID : JSON);
            metadata.put(EXTENSION_VALUE, "");
            return metadata;
        }
        Type plain = TypeImport.plain(arrow, type.fields(), "");
        if (plain.equals(type)) {
            return metadata;
        }
        metadata.put(KIND, type.kind().name().toLowerCase(Locale.ROOT));
        if (type.precision() != plain.precision()) {
            metadata.put(PRECISION, String.valueOf(type.precision()));
        }
        if (type.utc() != plain.utc()) {
            metadata.put(UTC, String.valueOf(type.utc()));
        }
        List<String> parameters = type.parameters();
        if (!parameters.isEmpty()) {
            metadata.put(CRS, parameters.get(0));
        }
        if (parameters.size() > 1) {
            metadata.put(EDGES, parameters.get(1));
        }
        return metadata;
    }

    /** The same entries for ids into a dictionary, which the extension types of Arrow do not have as their storage. */
    static Map<String, String> ofIds(Map<String, String> metadata) {
        if (!metadata.containsKey(EXTENSION)) {
            return metadata;
        }
        Map<String, String> named = new TreeMap<>(metadata);
        named.remove(EXTENSION);
        named.remove(EXTENSION_VALUE);
        named.put(KIND, TypeKind.JSON.name().toLowerCase(Locale.ROOT)); // a UUID has no dictionary
        return named;
    }

    /**
     * The type that the metadata names, if it is one that {@link TypeExport} makes the same Arrow type of, or the type of the
     * same values with shorter offsets.
     *
     * @param plain what the Arrow type is by itself
     */
    static Type refine(Type plain, ArrowType arrow, Map<String, String> metadata) {
        Optional<TypeKind> kind = kind(metadata);
        if (kind.isEmpty()) {
            return plain;
        }
        try {
            int precision = Integer.parseInt(metadata.getOrDefault(PRECISION, String.valueOf(plain.precision())));
            boolean utc = Boolean.parseBoolean(metadata.getOrDefault(UTC, String.valueOf(plain.utc())));
            Type refined = new Type(
                    kind.get(),
                    kind.get() == TypeKind.UUID ? 0 : precision,
                    plain.scale(),
                    utc,
                    parameters(kind.get(), metadata),
                    plain.fields());
            return TypeExport.type(refined, "").equals(TypeImport.shorter(arrow)) ? refined : plain;
        } catch (IllegalArgumentException | UnsupportedFileException e) {
            return plain; // not what was written here
        }
    }

    /** The metadata of an extension type that the library of Arrow knows. */
    static Map<String, String> ofExtension(String name) {
        return Map.of(EXTENSION, name);
    }

    private static Optional<TypeKind> kind(Map<String, String> metadata) {
        String extension = metadata.getOrDefault(EXTENSION, "");
        if (extension.equals(UUID)) {
            return Optional.of(TypeKind.UUID);
        } else if (extension.equals(JSON)) {
            return Optional.of(TypeKind.JSON);
        }
        String name = metadata.getOrDefault(KIND, "").toUpperCase(Locale.ROOT);
        for (TypeKind kind : TypeKind.values()) {
            if (kind.name().equals(name)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private static List<String> parameters(TypeKind kind, Map<String, String> metadata) {
        List<String> parameters = new ArrayList<>();
        if (kind == TypeKind.GEOMETRY || kind == TypeKind.GEOGRAPHY) {
            parameters.add(metadata.getOrDefault(CRS, ""));
        }
        if (kind == TypeKind.GEOGRAPHY) {
            parameters.add(metadata.getOrDefault(EDGES, ""));
        }
        return parameters;
    }

    /** The id of a field, if it has one. */
    static OptionalInt fieldId(Map<String, String> metadata) {
        try {
            String id = metadata.get(FIELD_ID);
            return id == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(id));
        } catch (NumberFormatException e) {
            return OptionalInt.empty(); // not an id
        }
    }
}
