/** Splits, and the pages of one. */
package dev.stoa.trino.internal.read;
