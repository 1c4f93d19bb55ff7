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
 * Builds vectors value by value: one {@link dev.stoa.format.build.VectorBuilder} for each column.
 *
 * <p>A caller that converts foreign rows to a {@link dev.stoa.format.Batch} converts values only. The builders keep
 * arrays, null masks and offsets.
 */
package dev.stoa.format.build;
