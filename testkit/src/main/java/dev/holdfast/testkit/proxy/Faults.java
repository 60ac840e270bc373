package dev.holdfast.testkit.proxy;

import java.time.Duration;

/** What the network does to bytes at the moment. Only the proxy's own thread changes it. */
record Faults(boolean refusing, boolean losesRequests, boolean losesAnswers, Duration delay) {

  static final Faults NONE = new Faults(false, false, false, Duration.ZERO);

  Faults refuse() {
    return new Faults(true, losesRequests, losesAnswers, delay);
  }

  Faults lose(boolean requests, boolean answers) {
    return new Faults(refusing, losesRequests || requests, losesAnswers || answers, delay);
  }

  Faults delayed(Duration eachWay) {
    return new Faults(refusing, losesRequests, losesAnswers, eachWay);
  }

  boolean loses(Direction direction) {
    return direction == Direction.REQUESTS ? losesRequests : losesAnswers;
  }
}
