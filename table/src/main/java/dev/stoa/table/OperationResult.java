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

/**
 * The result of an operation.
 *
 * @param snapshot the version that it made, or found if it changed nothing
 * @param inserted how many rows it inserted
 * @param updated how many rows it changed
 * @param deleted how many rows it deleted
 * @param files how many files it wrote, without those of the log
 * @param bytes their length
 * @param attempts the number of attempts: each conflict with another commit takes one more
 */
public record OperationResult(
        Snapshot snapshot, long inserted, long updated, long deleted, int files, long bytes, int attempts) {}
