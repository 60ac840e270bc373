package dev.holdfast.policy.sql;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of texts, bounded. Two generations: when the young one is full it becomes the old
 * one and the old one is forgotten, so whatever is asked for stays. A hit in the young generation
 * is one look into a map, without a lock.
 */
final class TextCache<V> {

  /** Longer texts are not kept: they are scripts, seldom seen twice. */
  private static final int LONGEST = 20_000;

  private final int half;
  private volatile ConcurrentHashMap<String, V> young = new ConcurrentHashMap<>();
  private volatile ConcurrentHashMap<String, V> old = new ConcurrentHashMap<>();

  TextCache(int capacity) {
    this.half = Math.max(1, capacity / 2);
  }

  @Nullable V get(String text) {
    V value = young.get(text);
    if (value == null) {
      value = old.get(text);
      if (value != null) {
        put(text, value);
      }
    }
    return value;
  }

  void put(String text, V value) {
    if (text.length() > LONGEST) {
      return;
    }
    if (young.size() >= half) {
      turn();
    }
    young.put(text, value);
  }

  private synchronized void turn() {
    if (young.size() >= half) {
      old = young;
      young = new ConcurrentHashMap<>();
    }
  }

  int size() {
    return young.size() + old.size();
  }
}
