/** Folders of tables, and errors. */
package dev.stoa.trino.internal.store;
