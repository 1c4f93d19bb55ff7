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
package dev.stoa.table;

import java.util.List;
import java.util.Locale;

/** Properties of tables that only Delta Lake, Hudi, Iceberg, or files of Avro, ORC and Parquet follow. A table of Stoa would keep them without effect. */
public final class OtherProperties {
    /** How their names begin. Iceberg's share their first words with names that users choose, such as {@code commit.hash}. */
    private static final List<String> BEGINNINGS = List.of(
            "avro.",
            "commit.manifest",
            "commit.retry.",
            "commit.status-check.",
            "compatibility.snapshot-id-inheritance",
            "delta.",
            "encryption.data-key-length",
            "encryption.key-id",
            "engine.hive.",
            "format-version",
            "gc.enabled",
            "history.expire.",
            "hoodie.",
            "orc.",
            "parquet.",
            "read.data-planning-mode",
            "read.delete-planning-mode",
            "read.orc.",
            "read.parquet.",
            "read.split.",
            "schema.name-mapping.",
            "write.avro.",
            "write.data.path",
            "write.delete.",
            "write.distribution-mode",
            "write.folder-storage.",
            "write.format.",
            "write.location-provider.",
            "write.manifest.",
            "write.merge.",
            "write.metadata.",
            "write.object-storage.",
            "write.orc.",
            "write.parquet.",
            "write.spark.",
            "write.summary.",
            "write.target-file-size",
            "write.update.",
            "write.upsert.",
            "write.wap.");

    private OtherProperties() {}

    /** Whether a property is one of them, in either case. */
    public static boolean contain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return BEGINNINGS.stream().anyMatch(lower::startsWith);
    }
}
