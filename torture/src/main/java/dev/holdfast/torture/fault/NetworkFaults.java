package dev.holdfast.torture.fault;

import dev.holdfast.testkit.proxy.Direction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** 9 to 12: the network of one process loses, delays, swallows. */
final class NetworkFaults {

  private NetworkFaults() {}

  /** What is the same for all of them. */
  abstract static class OfOne implements Fault {
    private final int number;
    private final String title;

    OfOne(int number, String title) {
      this.number = number;
      this.title = title;
    }

    @Override
    public int number() {
      return number;
    }

    @Override
    public String title() {
      return title;
    }

    @Override
    public Duration lasts(Scene scene) {
      return scene.ttl().multipliedBy(3).dividedBy(2);
    }

    @Override
    public void heal(Scene scene) {
      scene.victim().proxy().heal();
    }
  }

  static final class SwallowCommit extends OfOne {
    private static final int TIMES = 4;

    SwallowCommit() {
      super(9, "lose the answer to COMMIT");
    }

    @Override
    public Duration lasts(Scene scene) {
      return Duration.ofMillis(50);
    }

    // A COMMIT that the driver prepared has no text any more: then it is the next answer, whatever.
    @Override
    public void inject(Scene scene) throws InterruptedException, ExecutionException {
      for (int i = 0; i < TIMES; i++) {
        String text = scene.chance().nextInt(4) == 0 ? "" : "commit";
        CompletableFuture<Void> lost = scene.victim().proxy().swallowAnswerThenCut(text);
        try {
          lost.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException nothingOfTheKind) {
          scene.victim().proxy().swallowNextAnswerThenCut();
        }
        Scene.pause(Duration.ofMillis(scene.chance().nextInt(300)));
        scene.victim().proxy().heal();
        Scene.pause(Duration.ofMillis(300));
      }
    }
  }

  static final class HalfOpen extends OfOne {
    HalfOpen() {
      super(10, "half-open network");
    }

    @Override
    public void inject(Scene scene) {
      scene.victim().proxy().halfOpen();
    }
  }

  static final class Delay extends OfOne {
    Delay() {
      super(11, "delay of up to two ttls");
    }

    @Override
    public void inject(Scene scene) {
      long most = scene.ttl().toMillis() * 2;
      scene.victim().proxy().delay(Duration.ofMillis(scene.chance().nextInt((int) most)));
    }
  }

  static final class OneWay extends OfOne {
    OneWay() {
      super(12, "network cut one way");
    }

    @Override
    public void inject(Scene scene) {
      boolean requests = scene.chance().nextBoolean();
      scene.victim().proxy().oneWay(requests ? Direction.REQUESTS : Direction.ANSWERS);
    }
  }
}
