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
package dev.stoa.format;

/**
 * How a writer weighs the bytes of an encoding against the time to decode it, when it chooses one. Any
 * reader reads the files of every profile.
 */
public enum EncodingProfile {
    /** Encodings that take the least time to choose and to write. For data that is read once and then deleted. */
    TRANSIENT,
    /** Only encodings that decode at the speed of memory. */
    FAST,
    /** Small files that decode fast: no entropy coding and no general compression of numbers. */
    DEFAULT,
    /** The smallest files: entropy coding too, which decodes at a fraction of the speed. For data that is rarely read. */
    COMPACT
}
