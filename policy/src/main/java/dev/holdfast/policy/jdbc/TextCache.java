package dev.holdfast.policy.jdbc;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about texts of SQL, the latest ones. Thread-safe and bounded: two generations
 * of so many entries each; texts that were not asked for during a whole one are forgotten. Very
 * long texts, mostly literals that never come again, are not kept.
 */
public final class TextCache<V> {

  private static final int LONGEST = 16_384;

  private final int most;
  private volatile ConcurrentMap<String, V> young = new ConcurrentHashMap<>();
  private volatile ConcurrentMap<String, V> old = new ConcurrentHashMap<>();

  /** At most twice as many entries are kept. */
  public TextCache(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("a cache has room for at least 1 text, not " + most);
    }
    this.most = most;
  }

  /** The value of this text; made anew unless it is still known. Two threads may both make it. */
  public V get(String text, Function<String, V> make) {
    V known = young.get(text);
    return known != null ? known : remember(text, old.get(text), make);
  }

  /** How many texts are known. */
  public int size() {
    return young.size() + old.size();
  }

  private V remember(String text, @Nullable V found, Function<String, V> make) {
    V value = found != null ? found : make.apply(text);
    if (text.length() <= LONGEST) {
      if (young.size() >= most) {
        turnOver();
      }
      young.put(text, value);
    }
    return value;
  }

  private synchronized void turnOver() {
    if (young.size() >= most) {
      old = young;
      young = new ConcurrentHashMap<>();
    }
  }
}
