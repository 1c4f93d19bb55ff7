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
/**
 * The bridge between Parquet files and Stoa's batches: {@link dev.stoa.interop.parquet.ParquetSource} reads, {@link
 * dev.stoa.interop.parquet.ParquetTarget} writes. Nothing here knows of Stoa files.
 *
 * <p>Footers, page headers, page checksums and the writing of pages are parquet-java's. Levels and values are decoded
 * here, a page at a time into arrays, so that the bytes of the file bound every length in it.
 */
package dev.stoa.interop.parquet;
