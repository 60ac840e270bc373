package dev.holdfast.bench.contender;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.server.RawHttp;
import dev.holdfast.bench.server.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The same pairs over HTTP: a service in a process of its own, a kept connection a client. */
public final class ServicePairs implements Contender {

  public static final String NAME = "Holdfast, HTTP";

  private final Service service;
  private final List<RawHttp> open = new ArrayList<>();

  public ServicePairs(Database database) throws IOException {
    this.service = Service.start(database);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Operation operation(int caller) throws IOException {
    RawHttp http = new RawHttp(service.port(), "Authorization: Bearer " + service.token() + "\r\n");
    open.add(http);
    String body =
        "{\"resource\":\"bench/http/" + caller + "\",\"holder\":\"bench\",\"ttl\":\"30s\"}";
    return () -> {
      RawHttp.Answer lease = http.send("POST", "/api/v1/leases", "", body);
      lease.expect(201);
      String token = "Lease-Token: " + lease.member("token") + "\r\n";
      http.send("DELETE", "/api/v1/leases/" + lease.member("id"), token, "").expect(204);
    };
  }

  @Override
  public List<ProcessHandle> servers() {
    return List.of(service.handle());
  }

  @Override
  public void rest() {
    for (RawHttp http : open) {
      try {
        http.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    open.clear();
  }

  @Override
  public void close() {
    rest();
    service.close();
  }
}
