package dev.holdfast.integration;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseLostException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lock.HoldfastLock;
import dev.holdfast.lock.HoldfastLocks;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;

/** The locks of a registry by their keys: what both registries have in common. */
final class KeyedLocks {

  static final String PREFIX = "registry/";

  private static final int LONGEST_NAME = 512;

  private final Holdfast holdfast;
  private final LeaseOptions options;
  private final String prefix;
  private final HoldfastLocks locks;

  KeyedLocks(Holdfast holdfast, LeaseOptions options, String prefix) {
    this.holdfast = holdfast;
    this.options = options;
    this.prefix = prefix;
    this.locks = HoldfastLocks.on(holdfast, options);
  }

  KeyedLocks withPrefix(String newPrefix) {
    return new KeyedLocks(holdfast, options, newPrefix);
  }

  HoldfastLock lock(Object key) {
    return locks.lock(name(key.toString()));
  }

  /** For as long as it was granted for. */
  void renew(Object key) {
    Lease lease = lock(key).lease();
    renew(lease, lease.ttl());
  }

  void renew(Object key, Duration ttl) {
    renew(lock(key).lease(), ttl);
  }

  private static void renew(Lease lease, Duration ttl) {
    try {
      lease.renew(ttl);
    } catch (LeaseLostException e) {
      throw new IllegalStateException("the lock could not be renewed: " + e.getMessage(), e);
    }
  }

  private String name(String key) {
    String name = prefix + key;
    boolean fits = name.length() <= LONGEST_NAME && name.chars().noneMatch(Character::isISOControl);
    return fits ? name : prefix + "sha256/" + digest(key);
  }

  private static String digest(String key) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(key.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
