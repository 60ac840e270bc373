package dev.holdfast.server.http;

import dev.holdfast.lease.RemoteGrant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Leases as their holders see them. */
final class LeaseJson {
  private LeaseJson() {}

  static Map<String, Object> granted(List<RemoteGrant> grants, boolean several) {
    if (!several) {
      Map<String, Object> members = lease(grants.get(0));
      members.put("token", grants.get(0).token());
      return members;
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("token", grants.get(0).token());
    members.put("leases", grants.stream().map(LeaseJson::lease).toList());
    return members;
  }

  static Map<String, Object> lease(RemoteGrant grant) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", id(grant));
    members.put("resource", grant.resource());
    members.put("fence", grant.fence());
    members.put("holder", grant.holder());
    members.put("ttlSeconds", grant.ttl());
    members.put("grantedAt", grant.grantedAt());
    members.put("expiresAt", grant.expiresAt());
    return members;
  }

  static String id(RemoteGrant grant) {
    return new LeaseId(grant.resource(), grant.fence()).toString();
  }
}
