/** The parts of the planner, on arrays of node numbers, and the text of maps. No API. */
package dev.stoa.placement.internal;
