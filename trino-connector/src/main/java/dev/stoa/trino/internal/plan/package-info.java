/** Handles, which Trino sends to workers, and filters. */
package dev.stoa.trino.internal.plan;
