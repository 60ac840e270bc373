package dev.holdfast.server.http;

import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseQuery;
import dev.holdfast.lease.LeaseState;
import dev.holdfast.lease.Leases;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the resources that a caller may see, in the order of their names: prefix after prefix,
 * none of which begins with another.
 */
final class Pages {
  private static final Comparator<String> AS_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private Pages() {}

  /** At most {@code limit} of them after {@code after}. */
  static List<LeaseInfo> page(
      Leases leases, List<String> prefixes, String after, @Nullable LeaseState state, int limit) {
    List<LeaseInfo> found = new ArrayList<>();
    for (String prefix : prefixes) {
      if (found.size() < limit) {
        found.addAll(leases.list(new LeaseQuery(prefix, after, state, limit - found.size())));
      }
    }
    return found;
  }

  /** What a caller may see of what it asks for; empty: nothing. */
  static List<String> prefixes(Caller caller, String asked) {
    if (caller.prefixes().isEmpty()) {
      return List.of(asked);
    }
    List<String> both =
        caller.prefixes().stream()
            .filter(own -> own.startsWith(asked) || asked.startsWith(own))
            .map(own -> own.length() > asked.length() ? own : asked)
            .distinct()
            .toList();
    return both.stream()
        .filter(one -> both.stream().noneMatch(o -> !o.equals(one) && one.startsWith(o)))
        .sorted(AS_BYTES)
        .toList();
  }

  /** A place in a list, for the next request. */
  static String cursor(String last) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(last.getBytes(StandardCharsets.UTF_8));
  }

  static String afterCursor(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.invalid("the cursor is not one of this list: use next of the page before");
    }
  }
}
