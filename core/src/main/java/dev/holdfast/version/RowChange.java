package dev.holdfast.version;

/**
 * What to make of a row. It may run several times, each time on the row as it is then: no side
 * effects. {@link Assignments#none()} leaves the row alone.
 */
@FunctionalInterface
public interface RowChange<X extends Exception> {

  Assignments apply(VersionedRow row) throws X;
}
