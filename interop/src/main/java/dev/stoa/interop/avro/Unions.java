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
package dev.stoa.interop.avro;

import java.util.List;
import org.apache.avro.Schema;

/** The kinds of unions: a nullable value of one type, or one of several. */
final class Unions {
    private Unions() {}

    /** The types other than null. */
    static List<Schema> members(Schema union) {
        return union.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .toList();
    }

    /** Returns the place of null in the union, or -1. */
    static int nullIndex(Schema union) {
        for (int i = 0; i < union.getTypes().size(); i++) {
            if (union.getTypes().get(i).getType() == Schema.Type.NULL) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the place of a member in the union, if null is not counted. */
    static int member(Schema union, int index) {
        int nullIndex = nullIndex(union);
        return nullIndex >= 0 && nullIndex < index ? index - 1 : index;
    }

    /** Returns the place of a member in the union. */
    static int index(Schema union, int member) {
        int nullIndex = nullIndex(union);
        return nullIndex >= 0 && nullIndex <= member ? member + 1 : member;
    }
}
