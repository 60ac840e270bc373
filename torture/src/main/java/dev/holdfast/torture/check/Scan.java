package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import java.util.List;

/** Looks for violations of one invariant. */
@FunctionalInterface
interface Scan {

  List<Violation> violations(History history, Rules rules);
}
