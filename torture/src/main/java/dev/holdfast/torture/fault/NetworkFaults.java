package dev.holdfast.torture.fault;

import dev.holdfast.testkit.proxy.Direction;
import dev.holdfast.testkit.proxy.ProxyStats;
import dev.holdfast.testkit.proxy.TcpProxy;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;

/** 9 to 12: the network of one process loses, delays, swallows. */
final class NetworkFaults {

  private NetworkFaults() {}

  static final class SwallowCommit extends Numbered {
    private static final int TIMES = 4;
    private static final int MOST_TIMES = 12;

    SwallowCommit() {
      super(9, "lose the answer to COMMIT", 0);
    }

    // A COMMIT that the driver prepared has no text any more: then it is the next answer, whatever.
    @Override
    public void inject(Scene scene) throws InterruptedException, ExecutionException {
      TcpProxy proxy = scene.victim().proxy();
      int commits = 0;
      int others = 0;
      for (int i = 0; i < TIMES || (commits == 0 && i < MOST_TIMES); i++) {
        boolean any = scene.chance().nextInt(4) == 0;
        if (!any && isLost(proxy.swallowAnswerThenCut("commit"))) {
          commits++;
        } else if (isLost(proxy.swallowNextAnswerThenCut())) {
          others++;
        }
        Scene.pause(Duration.ofMillis(scene.chance().nextInt(300)));
        proxy.heal();
        Scene.pause(Duration.ofMillis(300));
      }
      scene.hit(commits, "answers to COMMIT, and %d others".formatted(others));
    }

    private static boolean isLost(Future<Void> answer)
        throws InterruptedException, ExecutionException {
      try {
        answer.get(1, TimeUnit.SECONDS);
        return true;
      } catch (TimeoutException nothingOfTheKind) {
        return false;
      }
    }

    @Override
    public void heal(Scene scene) {
      scene.victim().proxy().heal();
    }
  }

  /** The proxy counts what becomes of the bytes. */
  private abstract static class Counted extends Numbered {
    private final ToLongFunction<ProxyStats> counter;
    private final String what;
    private long before;

    Counted(int number, String title, ToLongFunction<ProxyStats> counter, String what) {
      super(number, title, 1.5);
      this.counter = counter;
      this.what = what;
    }

    abstract void disturb(Scene scene, TcpProxy proxy);

    @Override
    public void inject(Scene scene) {
      TcpProxy proxy = scene.victim().proxy();
      before = counter.applyAsLong(proxy.stats());
      disturb(scene, proxy);
    }

    @Override
    public void heal(Scene scene) {
      TcpProxy proxy = scene.victim().proxy();
      scene.hit(counter.applyAsLong(proxy.stats()) - before, what);
      proxy.heal();
    }
  }

  static final class HalfOpen extends Counted {
    HalfOpen() {
      super(10, "half-open network", ProxyStats::swallowedBytes, "lost bytes");
    }

    @Override
    void disturb(Scene scene, TcpProxy proxy) {
      proxy.halfOpen();
    }
  }

  static final class Delay extends Counted {
    Delay() {
      super(11, "delay of up to two ttls", ProxyStats::delayedBytes, "delayed bytes");
    }

    @Override
    void disturb(Scene scene, TcpProxy proxy) {
      long most = scene.ttl().toMillis() * 2;
      proxy.delay(Duration.ofMillis(1 + scene.chance().nextInt((int) most)));
    }
  }

  static final class OneWay extends Counted {
    OneWay() {
      super(12, "network cut one way", ProxyStats::swallowedBytes, "lost bytes");
    }

    @Override
    void disturb(Scene scene, TcpProxy proxy) {
      proxy.oneWay(scene.chance().nextBoolean() ? Direction.REQUESTS : Direction.ANSWERS);
    }
  }
}
