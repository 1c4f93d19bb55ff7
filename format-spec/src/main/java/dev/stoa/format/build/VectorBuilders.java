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
package dev.stoa.format.build;

import dev.stoa.format.Type;

/** Makes builders of vectors. */
public final class VectorBuilders {
    private VectorBuilders() {}

    /** The builder of the vectors of a type; its class is the one for the type's shape. */
    public static VectorBuilder of(Type type) {
        return switch (type.kind()) {
            case STRUCT, VARIANT -> new StructBuilder(type);
            case LIST, MAP -> new ListBuilder(type);
            default ->
                switch (type.physical()) {
                    case NONE -> new NullBuilder(type);
                    case BOOLEAN -> new BooleanBuilder(type);
                    case INT -> new IntBuilder(type);
                    case LONG -> new LongBuilder(type);
                    case INT128 -> new Int128Builder(type);
                    case FLOAT -> new FloatBuilder(type);
                    case DOUBLE -> new DoubleBuilder(type);
                    case BYTES -> new BytesBuilder(type);
                };
        };
    }
}
