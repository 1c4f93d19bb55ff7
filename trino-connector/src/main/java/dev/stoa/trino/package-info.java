/** A plugin of Trino that reads tables of Stoa in a folder, the warehouse. */
package dev.stoa.trino;
