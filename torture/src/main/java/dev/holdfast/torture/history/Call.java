package dev.holdfast.torture.history;

import java.util.Objects;

/**
 * One operation of one client.
 *
 * @param client process and thread, unique in the run
 * @param op unique within the client; joins the INVOKE with its completion
 */
public record Call(String client, long op, Kind kind, String resource) {

  public Call {
    if (client.isBlank() || resource.isEmpty()) {
      throw new IllegalArgumentException("a call has a client and a resource");
    }
    Objects.requireNonNull(kind, "kind");
  }

  @Override
  public String toString() {
    return client + "#" + op + " " + kind + " " + resource;
  }
}
