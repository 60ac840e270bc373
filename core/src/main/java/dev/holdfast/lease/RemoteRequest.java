package dev.holdfast.lease;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.internal.Names;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a client elsewhere asks for.
 *
 * @param resources one, or several together: all or nothing
 * @param holder who will hold them, for people
 * @param token the client's secret, made by it or for it: asking again with the same one gets the
 *     same grant
 * @param chosen whether the client made the token and may have asked with it before. If so, a
 *     request that is given up while its answer is lost is left to its ttl: to give back whatever
 *     has the token might end the lease of an earlier request
 * @param options ttl, wait and attributes; the rest of them does not matter here
 * @param owner who is one and the same when a deadlock is looked for: one strand of work, that
 *     holds what it holds for as long as it waits. Two of its threads that each hold something are
 *     two owners. Null: nobody; then it is never part of a deadlock
 */
public record RemoteRequest(
    List<String> resources,
    String holder,
    UUID token,
    boolean chosen,
    LeaseOptions options,
    @Nullable String owner) {

  public RemoteRequest {
    resources = Leases.several(resources);
    InvalidRequestException.throwIf(Names.complaintOnHolder(holder));
    if (owner != null) {
      InvalidRequestException.throwIf(Names.complaintOnText("owner", owner));
    }
  }

  /** Nothing of it but what may be told: not the token. */
  @Override
  public String toString() {
    return "a request of " + holder + " for " + String.join(", ", resources);
  }
}
