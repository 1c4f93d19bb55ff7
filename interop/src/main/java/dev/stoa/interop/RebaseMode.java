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

/**
 * The calendar of dates and timestamps in a Parquet file that does not name the calendar of its writer. Values since
 * the cutover (dates: 1582-10-15; timestamps with a zone: 1900-01-01) mean the same in every mode.
 */
public enum RebaseMode {
    /** The proleptic Gregorian calendar, as the Parquet specification says: values are taken as they are. */
    CORRECTED,
    /** The hybrid Julian and Gregorian calendar of old Spark and Hive: early values keep their year, month and day. */
    LEGACY,
    /** A value before the cutover is refused. */
    EXCEPTION
}
