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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import org.apache.spark.sql.catalyst.util.STUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.apache.spark.unsafe.types.BinaryView;

/**
 * Geometries and geographies: well-known binary. The type names the coordinate reference system. Each value of Spark names
 * it too, by a number.
 */
public final class SpatialTypes {
    /** That of Parquet where it names none. */
    private static final String DEFAULT_CRS = "OGC:CRS84";

    private static final String DEFAULT_ALGORITHM = "SPHERICAL";

    private SpatialTypes() {}

    /** Spark's type; binary where it does not know the coordinate reference system or how edges run. */
    static DataType shown(Type type) {
        String crs = orElse(type.parameters().get(0), DEFAULT_CRS);
        try {
            return type.kind() == TypeKind.GEOMETRY
                    ? GeometryType.apply(crs)
                    : GeographyType.apply(crs, orElse(type.parameters().get(1), DEFAULT_ALGORITHM));
        } catch (IllegalArgumentException e) {
            return DataTypes.BinaryType;
        }
    }

    private static String orElse(String given, String byDefault) {
        return given.isEmpty() ? byDefault : given;
    }

    public static boolean isOne(DataType type) {
        return type instanceof GeometryType || type instanceof GeographyType;
    }

    /**
     * Returns the stored type of values of one of Spark's.
     *
     * @throws IllegalArgumentException if it allows values of several systems
     */
    static Type stored(DataType type, String column) {
        boolean isMixed =
                type instanceof GeometryType geometry ? geometry.isMixedSrid() : ((GeographyType) type).isMixedSrid();
        if (isMixed) {
            throw new IllegalArgumentException("column '" + column + "' is " + type.simpleString()
                    + ", of any coordinate reference system: declare one, such as "
                    + (type instanceof GeometryType ? "geometry(4326)" : "geography(4326)"));
        }
        return type instanceof GeometryType geometry
                ? Type.geo(TypeKind.GEOMETRY, geometry.crs())
                : Type.geo(
                        TypeKind.GEOGRAPHY,
                        ((GeographyType) type).crs(),
                        ((GeographyType) type).algorithm().toString());
    }

    /**
     * A value as Spark has it in memory.
     *
     * @throws RuntimeException Spark's, if the bytes are no well-known binary
     */
    static byte[] toSpark(DataType type, byte[] bytes) {
        BinaryView value = type instanceof GeometryType geometry
                ? STUtils.stGeomFromWKB(bytes, geometry.srid())
                : STUtils.stGeogFromWKB(bytes, ((GeographyType) type).srid());
        return value.getBytes();
    }

    /**
     * The bytes of a value that Spark has in memory.
     *
     * @throws RuntimeException Spark's, if it is in another coordinate reference system than the column
     */
    public static byte[] toStoa(DataType type, BinaryView value) {
        if (type instanceof GeometryType geometry) {
            geometry.assertSridAllowedForType(STUtils.stGeomSrid(value));
            return STUtils.stGeomAsBinary(value);
        }
        ((GeographyType) type).assertSridAllowedForType(STUtils.stGeogSrid(value));
        return STUtils.stGeogAsBinary(value);
    }
}
