package dev.holdfast.testkit.proxy;

import java.util.Arrays;

/** Looks for a text in what passes by. */
final class Bytes {
  private Bytes() {}

  /** Whether the first {@code length} bytes hold these, in upper or lower case; none: always. */
  static boolean contain(byte[] bytes, int length, byte[] wanted) {
    for (int from = 0; from + wanted.length <= length; from++) {
      if (Arrays.equals(upper(bytes, from, wanted.length), upper(wanted, 0, wanted.length))) {
        return true;
      }
    }
    return false;
  }

  private static byte[] upper(byte[] bytes, int from, int length) {
    byte[] copy = Arrays.copyOfRange(bytes, from, from + length);
    for (int i = 0; i < length; i++) {
      copy[i] = (byte) Character.toUpperCase((char) copy[i]);
    }
    return copy;
  }
}
