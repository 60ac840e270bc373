package dev.holdfast.testkit.proxy;

/** The two ways through a proxy. */
public enum Direction {
  /** From the client to the server. */
  REQUESTS,
  /** From the server to the client. */
  ANSWERS
}
