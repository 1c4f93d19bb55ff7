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
package dev.stoa.spark.internal.read;

import dev.stoa.table.SnapshotPart;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * Fragments with differences between two versions.
 *
 * @param before those that the older version has
 * @param after those that the newer one has
 * @param version that the changes are shown with
 * @param micros when that was committed, since 1970
 */
record ChangePartition(SnapshotPart before, SnapshotPart after, long version, long micros) implements InputPartition {}
