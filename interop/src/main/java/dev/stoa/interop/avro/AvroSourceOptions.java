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

import dev.stoa.interop.RebaseMode;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * How Avro files are read.
 *
 * @param unknownCalendar the calendar of dates and instants, if the file does not name it
 * @param legacyZone the zone of rebased instants, where they keep their local time, if the file names none
 */
public record AvroSourceOptions(RebaseMode unknownCalendar, ZoneId legacyZone) {
    /** As the Avro specification says: proleptic Gregorian. */
    public static final AvroSourceOptions DEFAULT = new AvroSourceOptions(RebaseMode.CORRECTED, ZoneOffset.UTC);
}
