package dev.holdfast.transaction;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a listener heard. */
final class Heard {

  private final List<HoldfastEvent> events = new CopyOnWriteArrayList<>();

  HoldfastSettings settings() {
    return HoldfastSettings.defaults().withListener(events::add);
  }

  <E extends HoldfastEvent> List<E> all(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
