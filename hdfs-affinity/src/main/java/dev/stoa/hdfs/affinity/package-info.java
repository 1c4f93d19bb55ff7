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
 * Placement policies for HDFS that keep all files of a partition on the nodes of a group's map.
 *
 * <p>The namenode loads a policy by {@code dfs.block.replicator.classname}. {@code stoa.placement.groups} names the folders of
 * maps that {@code stoa place} publishes. HDFS places all other files as its own policy does.
 */
package dev.stoa.hdfs.affinity;
