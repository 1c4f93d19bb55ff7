/** {@code stoa place}: maps of where the partitions of tables belong, and how they follow changes of the cluster. */
package dev.stoa.cli.internal.place;
