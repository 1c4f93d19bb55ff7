/** Answers about schemas and tables. */
package dev.stoa.trino.internal.metadata;
