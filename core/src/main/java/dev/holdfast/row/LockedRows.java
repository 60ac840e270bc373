package dev.holdfast.row;

import java.util.List;

/**
 * What became of the keys that were asked for.
 *
 * @param rows those that are locked now, in the order of their keys
 * @param missing keys of which there is no row
 * @param skipped keys whose row somebody else has locked (SKIP LOCKED only)
 */
public record LockedRows<R>(List<R> rows, List<Object> missing, List<Object> skipped) {

  public LockedRows {
    rows = List.copyOf(rows);
    missing = List.copyOf(missing);
    skipped = List.copyOf(skipped);
  }
}
