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
package dev.stoa.interop.parquet;

import dev.stoa.interop.Codec;
import java.util.Objects;

/**
 * How a Parquet file is written. Options grow: start from {@link #DEFAULT} and change it by the {@code with...} methods;
 * do not call the constructor.
 *
 * @param codec the compression of pages
 * @param rowGroupBytes about how many bytes a row group has before it is written
 * @param pageBytes about how many bytes a page has, at least {@value #MIN_PAGE_BYTES}
 * @param dictionary whether columns may be dictionary-encoded
 * @param textForChar whether char(n) and varchar(n) columns are written as plain strings, which forgets n; else they are
 *     refused
 */
public record ParquetTargetOptions(
        Codec codec, long rowGroupBytes, int pageBytes, boolean dictionary, boolean textForChar) {

    /** The smallest size of a page. */
    public static final int MIN_PAGE_BYTES = 1024;

    /** Snappy, row groups of 128 MiB, pages of 1 MiB, dictionaries, char and varchar refused. */
    public static final ParquetTargetOptions DEFAULT =
            new ParquetTargetOptions(Codec.SNAPPY, 128L << 20, 1 << 20, true, false);

    /** Checks the ranges. */
    public ParquetTargetOptions {
        Objects.requireNonNull(codec, "codec is null");
        if (rowGroupBytes < 1) {
            throw new IllegalArgumentException("rowGroupBytes is " + rowGroupBytes + ", must be at least 1");
        }
        if (pageBytes < MIN_PAGE_BYTES) {
            throw new IllegalArgumentException("pageBytes is " + pageBytes + ", must be at least " + MIN_PAGE_BYTES);
        }
    }

    /** The same with another compression. */
    public ParquetTargetOptions withCodec(Codec other) {
        return new ParquetTargetOptions(other, rowGroupBytes, pageBytes, dictionary, textForChar);
    }

    /** The same with other sizes of row groups and pages, in bytes. */
    public ParquetTargetOptions withSizes(long rowGroup, int page) {
        return new ParquetTargetOptions(codec, rowGroup, page, dictionary, textForChar);
    }

    /** The same with dictionaries allowed or not. */
    public ParquetTargetOptions withDictionary(boolean allowed) {
        return new ParquetTargetOptions(codec, rowGroupBytes, pageBytes, allowed, textForChar);
    }

    /** The same with char(n) and varchar(n) as plain strings, or refused. */
    public ParquetTargetOptions withTextForChar(boolean asText) {
        return new ParquetTargetOptions(codec, rowGroupBytes, pageBytes, dictionary, asText);
    }
}
