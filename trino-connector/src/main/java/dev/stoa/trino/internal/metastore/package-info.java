/** Tables of Hive's metastore. */
package dev.stoa.trino.internal.metastore;
