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
 * Tables of Hive {@code STORED AS STOA}: storage format, SerDe, input and output format, vectorised execution; and the storage
 * handler of those with a log, whose rows can be changed.
 *
 * <p>Hive calls the classes of this package by name, and sends splits to tasks. Programs call none of them.
 * {@code docs/hive.md} says how types map and which filters Hive pushes down.
 */
package dev.stoa.hive;
