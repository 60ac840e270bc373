package dev.holdfast.spring.actuate;

import dev.holdfast.Holdfast;
import dev.holdfast.diagnosis.Advice;
import dev.holdfast.diagnosis.Why;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseQuery;
import dev.holdfast.lease.LeaseState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.lang.Nullable;

/**
 * {@code /actuator/holdfast}: what is held, by whom, with how many waiting; with {@code
 * ?resource=NAME} why one resource is busy and what would help. Names can hold slashes, so they go
 * as a parameter. Reads only; as with all endpoints, not exposed unless the application says so.
 */
@Endpoint(id = "holdfast")
final class HoldfastEndpoint {

  private static final int MOST = 100;

  private final ObjectProvider<Holdfast> holdfast;

  HoldfastEndpoint(ObjectProvider<Holdfast> holdfast) {
    this.holdfast = holdfast;
  }

  /** Spring's annotation: both lines take it for "may be absent". */
  @ReadOperation
  Map<String, Object> look(@Nullable String resource, @Nullable String after) {
    return resource == null ? held(after == null ? "" : after) : why(resource);
  }

  private Map<String, Object> held(String after) {
    LeaseQuery query = LeaseQuery.all().withState(LeaseState.HELD).withAfter(after).withLimit(MOST);
    List<LeaseInfo> leases = holdfast.getObject().leases().list(query);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("held", leases.stream().map(HoldfastEndpoint::lease).toList());
    answer.put("waiting", leases.stream().mapToInt(LeaseInfo::waiting).sum());
    if (leases.size() == MOST) {
      answer.put("after", leases.get(MOST - 1).resource());
    }
    return answer;
  }

  private Map<String, Object> why(String resource) {
    Why why = holdfast.getObject().diagnosis().why(resource);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("resource", resource);
    answer.put("sentence", why.sentence());
    why.lease().ifPresent(lease -> answer.put("lease", lease(lease)));
    answer.put(
        "waiters",
        why.waiters().stream()
            .map(each -> Map.of("holder", each.holder(), "since", each.since().toString()))
            .toList());
    answer.put("advice", why.advice().stream().map(Advice::text).toList());
    return answer;
  }

  /** The fence is a string: 64 bits do not fit into a number of JavaScript's. */
  private static Map<String, Object> lease(LeaseInfo lease) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("resource", lease.resource());
    answer.put("fence", Long.toString(lease.fence()));
    answer.put("waiting", lease.waiting());
    LeaseInfo.Tenure tenure = lease.tenure();
    if (tenure != null) {
      answer.put("holder", tenure.holder());
      answer.put("since", tenure.since().toString());
      answer.put("until", tenure.until().toString());
    }
    return answer;
  }
}
