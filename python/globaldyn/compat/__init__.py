"""Everyday calls of other programs, answered by this one: `globaldyn.compat.toppra`, `globaldyn.compat.copp`."""
