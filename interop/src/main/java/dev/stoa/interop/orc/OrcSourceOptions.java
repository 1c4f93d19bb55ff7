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
package dev.stoa.interop.orc;

import dev.stoa.interop.RebaseMode;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * How ORC files are read.
 *
 * @param unknownCalendar how dates and timestamps are taken of files that don't name their calendar
 * @param legacyZone the time zone of the writer of files that don't name it
 * @param textAsBinary whether strings are read as bytes, for files whose strings are not UTF-8
 */
public record OrcSourceOptions(RebaseMode unknownCalendar, ZoneId legacyZone, boolean textAsBinary) {

    /** Files that name no calendar count in the hybrid one, as ORC's own readers hold; UTC; strings are text. */
    public static final OrcSourceOptions DEFAULT = new OrcSourceOptions(RebaseMode.LEGACY, ZoneOffset.UTC, false);

    /** Checks that nothing is missing. */
    public OrcSourceOptions {
        Objects.requireNonNull(unknownCalendar, "unknownCalendar is null");
        Objects.requireNonNull(legacyZone, "legacyZone is null");
    }
}
