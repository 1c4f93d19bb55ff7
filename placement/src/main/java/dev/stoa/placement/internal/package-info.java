/** The parts of the planner, on arrays of node numbers. No API. */
package dev.stoa.placement.internal;
