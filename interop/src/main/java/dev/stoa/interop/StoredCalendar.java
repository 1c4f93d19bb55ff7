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
package dev.stoa.interop;

import dev.stoa.format.StoaException;

/**
 * The calendar that a file names, for values that another library has read as they are stored. Old releases of Spark and Hive count
 * dates and instants in the hybrid Julian calendar.
 */
public interface StoredCalendar {

    /** The day since 1970-01-01, in the proleptic Gregorian calendar, of one that is stored. */
    int day(int stored) throws StoaException;

    /** The same for an instant, in microseconds. */
    long micros(long stored) throws StoaException;
}
