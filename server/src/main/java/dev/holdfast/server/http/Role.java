package dev.holdfast.server.http;

/** What an access token is good for. Each role may also do what the ones before it may. */
public enum Role {
  /** Look at everything; change nothing. */
  READ,
  /** Acquire, renew and release leases. */
  USE,
  /** Take leases away from others, cancel and end their sessions. */
  ADMIN;

  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }
}
