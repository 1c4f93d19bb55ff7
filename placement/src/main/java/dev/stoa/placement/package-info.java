/**
 * Plans which nodes of a cluster hold the partitions of tables, and which of them is responsible for each.
 *
 * <p>{@link dev.stoa.placement.Planner} makes the first {@link dev.stoa.placement.PlacementMap} of a group of tables, and the
 * next one when nodes join, leave or fail. It moves as little as balance allows. Pure Java: no IO and no Hadoop.
 */
package dev.stoa.placement;
