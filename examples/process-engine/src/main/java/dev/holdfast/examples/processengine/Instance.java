package dev.holdfast.examples.processengine;

/** An instance of the process, and where it stands. */
record Instance(long id, Task currentTask) {}
