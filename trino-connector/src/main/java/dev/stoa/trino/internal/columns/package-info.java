/** Types, values and vectors as Trino has them. */
package dev.stoa.trino.internal.columns;
