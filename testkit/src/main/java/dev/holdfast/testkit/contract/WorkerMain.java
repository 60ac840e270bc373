package dev.holdfast.testkit.contract;

import dev.holdfast.testkit.contract.LockClient.Held;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The other end of {@link Worker}: carries out one order a line until its input ends. */
final class WorkerMain {
  private @Nullable LockClientFactory factory;
  private @Nullable LockClient client;
  private @Nullable Held held;

  private WorkerMain() {}

  public static void main(String[] arguments) throws Exception {
    WorkerMain worker = new WorkerMain();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      System.out.println(worker.answer(Message.parse(line)).line());
    }
    // Threads of the lock under test must not keep this process.
    System.exit(0);
  }

  private Message answer(Message order) {
    try {
      return Message.of("ok", carryOut(order));
    } catch (Exception | AssertionError failure) {
      StringWriter text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      return Message.of("failed", text);
    }
  }

  private Object carryOut(Message order) throws Exception {
    return switch (order.word(0)) {
      case "open" -> open(order.word(1), order.word(2));
      case "try" -> tryAcquire(order.word(1), Duration.ofMillis(order.number(2)));
      case "held" -> held().isHeld();
      case "release" -> held().release();
      case "guarded" -> held().guardedIncrement(order.word(1));
      case "fuzz" -> fuzz(order);
      default -> throw new IllegalArgumentException("No such order: " + order.word(0));
    };
  }

  private String open(String factoryName, String config) throws Exception {
    factory = ContractBench.factory(Class.forName(factoryName).asSubclass(LockClientFactory.class));
    client = factory.open(config);
    return "opened";
  }

  private boolean tryAcquire(String resource, Duration ttl) throws Exception {
    Optional<Held> grant = client().tryAcquire(resource, ttl);
    grant.ifPresent(granted -> held = granted);
    return grant.isPresent();
  }

  private int fuzz(Message order) throws Exception {
    FuzzRun run =
        new FuzzRun(
            order.word(1), order.number(2), order.number(3), order.number(4), order.number(5));
    boolean canWait = factory != null && factory.capabilities().contains(Capability.WAITING);
    return run.run(client(), canWait);
  }

  private LockClient client() {
    if (client == null) {
      throw new IllegalStateException("Not opened yet");
    }
    return client;
  }

  private Held held() {
    if (held == null) {
      throw new IllegalStateException("Nothing was acquired yet");
    }
    return held;
  }
}
