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
package dev.stoa.cli.parquet;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** How the pages of a new Parquet file are compressed. */
public enum ParquetCodec {
    /** Not at all. */
    NONE(CompressionCodecName.UNCOMPRESSED),
    /** Snappy: fast, the default of most writers. */
    SNAPPY(CompressionCodecName.SNAPPY),
    /** Zstandard at level 3: smaller. */
    ZSTD(CompressionCodecName.ZSTD);

    private final CompressionCodecName parquetName;

    ParquetCodec(CompressionCodecName parquetName) {
        this.parquetName = parquetName;
    }

    CompressionCodecName parquetName() {
        return parquetName;
    }
}
