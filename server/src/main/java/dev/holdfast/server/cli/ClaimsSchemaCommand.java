package dev.holdfast.server.cli;

import dev.holdfast.claim.ClaimStatuses;
import dev.holdfast.claim.ClaimTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "claims",
    mixinStandardHelpOptions = true,
    description = "Print the SQL that makes the rows of a table claimable. Runs nothing.")
final class ClaimsSchemaCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "TABLE", description = "orders, or sales.orders; case counts.")
  private String table = "";

  @Option(
      names = "--key",
      paramLabel = "COLUMN",
      split = ",",
      defaultValue = "id",
      description = "The primary key: ${DEFAULT-VALUE}.")
  private List<String> key = new ArrayList<>();

  @Option(
      names = "--status",
      paramLabel = "COLUMN",
      defaultValue = "status",
      description = "The status column: ${DEFAULT-VALUE}.")
  private String status = "";

  @Option(
      names = "--statuses",
      paramLabel = "READY,DONE,FAILED",
      split = ",",
      arity = "1",
      defaultValue = "ready,done,failed",
      description = "Its values: ${DEFAULT-VALUE}.")
  private List<String> statuses = new ArrayList<>();

  @Option(
      names = "--claimed",
      paramLabel = "STATUS",
      description = "A status of its own while claimed.")
  private @Nullable String claimed;

  @Option(
      names = "--lock-columns",
      paramLabel = "ID,AT,VERSION",
      split = ",",
      arity = "1",
      defaultValue = "lock_id,locked_at,execution_version",
      description = "The three columns of the claim: ${DEFAULT-VALUE}.")
  private List<String> lock = new ArrayList<>();

  @Option(
      names = "--attempts",
      paramLabel = "COLUMN",
      description = "Counts attempts; with --due, failures are tried again, then parked.")
  private @Nullable String attempts;

  @Option(
      names = "--due",
      paramLabel = "COLUMN",
      description = "When a row may be claimed at the earliest.")
  private @Nullable String due;

  @Option(names = "--error", paramLabel = "COLUMN", description = "Keeps the last error.")
  private @Nullable String error;

  @Option(
      names = "--order",
      paramLabel = "COLUMN",
      split = ",",
      description = "In which order rows are claimed; else by --due, then by --key.")
  private List<String> order = new ArrayList<>();

  @Option(names = "--wake-up", description = "Also a trigger that wakes workers on insert.")
  private boolean wakeUp;

  @Override
  public void run() {
    ClaimTable described = described();
    Console.of(spec).print(described.ddl() + (wakeUp ? "\n" + described.wakeUpDdl() : ""));
  }

  private ClaimTable described() {
    require("--statuses", statuses);
    require("--lock-columns", lock);
    ClaimStatuses values = ClaimStatuses.of(statuses.get(0), statuses.get(1), statuses.get(2));
    ClaimTable described =
        ClaimTable.of(table, key.toArray(String[]::new))
            .withStatus(status, claimed == null ? values : values.withClaimed(claimed))
            .withLockColumns(lock.get(0), lock.get(1), lock.get(2))
            .withOrder(order.toArray(String[]::new));
    described = attempts == null ? described : described.withAttempts(attempts);
    described = due == null ? described : described.withDueAt(due);
    return error == null ? described : described.withError(error);
  }

  private static void require(String option, List<String> three) {
    if (three.size() != 3) {
      throw new UsageException(option + " takes three names, separated by commas");
    }
  }
}
