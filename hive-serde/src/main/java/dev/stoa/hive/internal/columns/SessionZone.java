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
package dev.stoa.hive.internal.columns;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TimestampLocalTZTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

/**
 * Types of columns whose times have the session's time zone. A type that is made of its name has the zone of the process, and
 * casts of its values to dates and texts take that.
 */
public final class SessionZone {
    private SessionZone() {}

    /** Returns the types with the zone of a session, or as they are if the configuration has none. */
    public static List<TypeInfo> of(Configuration session, List<TypeInfo> types) {
        String zone = session.get(HiveConf.ConfVars.HIVE_LOCAL_TIME_ZONE.varname);
        return zone == null ? types : each(types, new TimestampLocalTZTypeInfo(zone));
    }

    private static List<TypeInfo> each(List<TypeInfo> types, TimestampLocalTZTypeInfo zoned) {
        UnaryOperator<TypeInfo> one = type -> zoned(type, zoned);
        return types.stream().map(one).toList();
    }

    private static TypeInfo zoned(TypeInfo type, TimestampLocalTZTypeInfo zoned) {
        if (type instanceof TimestampLocalTZTypeInfo) {
            return zoned;
        } else if (type instanceof ListTypeInfo list) {
            return TypeInfoFactory.getListTypeInfo(zoned(list.getListElementTypeInfo(), zoned));
        } else if (type instanceof MapTypeInfo map) {
            return TypeInfoFactory.getMapTypeInfo(
                    zoned(map.getMapKeyTypeInfo(), zoned), zoned(map.getMapValueTypeInfo(), zoned));
        } else if (type instanceof StructTypeInfo struct) {
            return TypeInfoFactory.getStructTypeInfo(
                    struct.getAllStructFieldNames(), each(struct.getAllStructFieldTypeInfos(), zoned));
        } else if (type instanceof UnionTypeInfo union) {
            return TypeInfoFactory.getUnionTypeInfo(each(union.getAllUnionObjectTypeInfos(), zoned));
        }
        return type;
    }
}
