package dev.holdfast.bench.contender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.server.LocalServer;
import dev.holdfast.bench.server.RawHttp;
import dev.holdfast.bench.server.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Lock and unlock of etcd over its own JSON gateway, as its documentation says: a session (an etcd
 * lease) a client, kept for all its locks.
 */
public final class EtcdPairs implements Contender {

  public static final String NAME = "etcd, HTTP";
  private static final String SESSION = "{\"TTL\":\"300\"}";

  private final LocalServer etcd;
  private final List<RawHttp> open = new ArrayList<>();

  public EtcdPairs() throws IOException, InterruptedException {
    this.etcd = Servers.etcd();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Operation operation(int caller) throws IOException {
    RawHttp http = new RawHttp(etcd.port(), "");
    open.add(http);
    RawHttp.Answer session = http.send("POST", "/v3/lease/grant", "", SESSION);
    session.expect(200);
    String lease = session.member("ID");
    String name = Base64.getEncoder().encodeToString(("bench/" + caller).getBytes(UTF_8));
    String lock = "{\"name\":\"" + name + "\",\"lease\":\"" + lease + "\"}";
    return () -> {
      RawHttp.Answer locked = http.send("POST", "/v3/lock/lock", "", lock);
      locked.expect(200);
      String unlock = "{\"key\":\"" + locked.member("key") + "\"}";
      http.send("POST", "/v3/lock/unlock", "", unlock).expect(200);
    };
  }

  @Override
  public List<ProcessHandle> servers() {
    return List.of(etcd.handle());
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
    try {
      etcd.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
