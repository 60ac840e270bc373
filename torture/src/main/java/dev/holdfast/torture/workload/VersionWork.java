package dev.holdfast.torture.workload;

import static dev.holdfast.version.Assignments.set;

import dev.holdfast.ConflictException;
import dev.holdfast.HoldfastException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import dev.holdfast.version.VersionedRow;
import dev.holdfast.version.VersionedTable;
import java.util.Random;

/** Reads a row and writes it from the version that it saw. */
final class VersionWork {

  private final Child child;
  private final String client;
  private final Random chance;
  private final VersionedTable table;

  VersionWork(Child child, String client) {
    this.child = child;
    this.client = client;
    this.chance = child.chance(client);
    this.table = child.holdfast().versions().table("versioned", "id");
  }

  void turn() {
    long id = 1L + chance.nextInt(TablesSql.ROWS);
    VersionedRow row = table.find(id).orElseThrow();
    Child.pause(chance.nextInt(20));
    Pending pending = child.recorder().invoke(client, Kind.VERSION_UPDATE, "v/" + id, Facts.NONE);
    try {
      long next = row.number("n") + 1;
      table.update(id, row.version().number(), set("n", next));
      pending.ok(Facts.NONE.withValue(next));
    } catch (StaleVersionException | ConflictException e) {
      pending.fail(e.getClass().getSimpleName());
    } catch (HoldfastException e) {
      pending.info(e.getClass().getSimpleName());
    }
    Child.pause(20 + chance.nextInt(40));
  }
}
