package dev.holdfast.server.http;

import dev.holdfast.InvalidRequestException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One request on its way to its answer. */
public final class Exchange {
  /**
   * What was sent: the address is decoded, the body is complete.
   *
   * @param caller null: the endpoint is open, and nobody said who it is
   */
  record Sent(
      HttpServerRequest request,
      @Nullable Caller caller,
      Map<String, String> variables,
      Map<String, String> query,
      Buffer body) {}

  private final Sent sent;
  private final Workers workers;
  private final String base;
  private final List<Runnable> goneActions = new ArrayList<>();
  private final List<Runnable> stopActions = new ArrayList<>();

  Exchange(Sent sent, Workers workers, String base) {
    this.sent = sent;
    this.workers = workers;
    this.base = base;
  }

  /** Who calls. Only for endpoints that have a role. */
  public Caller caller() {
    Caller caller = sent.caller;
    if (caller == null) {
      throw new IllegalStateException("this endpoint is open: there is no caller");
    }
    return caller;
  }

  /** What a variable in the path stands for, decoded. */
  public String variable(String name) {
    String value = sent.variables.get(name);
    if (value == null) {
      throw new IllegalStateException("the path has no variable " + name);
    }
    return value;
  }

  public Optional<String> query(String name) {
    return Optional.ofNullable(sent.query.get(name));
  }

  /** A whole number among the query parameters. */
  public int query(String name, int fallback, int least, int most) {
    String text = sent.query.get(name);
    if (text == null) {
      return fallback;
    }
    if (text.matches("\\d{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw HttpProblem.invalid(name + " is a number between " + least + " and " + most);
  }

  /**
   * The resource that the request is about: the variable or the query parameter {@code name}.
   *
   * @throws HttpProblem 400 without one; 403 if the caller must not name it
   */
  public String resource() {
    String name = sent.variables.get("name");
    name = name == null ? sent.query.get("name") : name;
    if (name == null) {
      throw HttpProblem.invalid("the query parameter name is missing: which resource?");
    }
    return allowed(name);
  }

  /** The same name, if it is one and the caller may name it. */
  public String allowed(String resource) {
    String complaint = ResourceNames.complaint(resource);
    if (complaint != null) {
      throw new InvalidRequestException(complaint);
    }
    if (!caller().mayName(resource)) {
      throw HttpProblem.forbidden(
          "the access token " + caller().name() + " is not good for this resource's name");
    }
    return resource;
  }

  /** The body's members; others than these are refused by name. */
  public Members members(String... known) {
    return Members.read(sent.body.getBytes(), Set.of(known));
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(sent.request.getHeader(name));
  }

  /** The secret of the access token: to derive others from, never to be told. */
  String accessSecret() {
    String secret = Credentials.access(sent.request);
    if (secret == null) {
      throw new IllegalStateException("this endpoint is open: there is no access token");
    }
    return secret;
  }

  /** The token of the lease that the request is about: 400 without one, 403 if it can't be one. */
  UUID leaseToken() {
    String text = Credentials.lease(sent.request);
    if (text == null) {
      throw HttpProblem.invalid(
          "the lease's token is missing: give it in the header Lease-Token, or as Authorization:"
              + " Holdfast … with the access token in Holdfast-Access");
    }
    UUID token = LeaseToken.read(text);
    if (token == null) {
      throw new HttpProblem(
          403,
          "wrong-token",
          "The token is not that of the lease",
          "this is no token of a lease: use the one from its grant");
    }
    return token;
  }

  /** An address of this service as clients see it. */
  public String link(String path) {
    return base + path;
  }

  /** For answers that go on and on. Only on the event loop. */
  public HttpServerResponse response() {
    return sent.request.response();
  }

  /** Called at once when the client goes away before it has its answer. Only on the event loop. */
  public void onGone(Runnable action) {
    if (sent.request.response().closed()) {
      action.run();
    } else {
      goneActions.add(action);
    }
  }

  /** Called when the service is about to stop and should not be waited for. Only on the loop. */
  public void onStop(Runnable action) {
    stopActions.add(action);
  }

  void gone() {
    goneActions.forEach(Runnable::run);
    goneActions.clear();
  }

  void stop() {
    List.copyOf(stopActions).forEach(Runnable::run);
    stopActions.clear();
  }

  /** What those hear who come, or wait, when it is too late. */
  static HttpProblem stopped() {
    return new HttpProblem(
            503, "unavailable", "The service is unavailable", "the service stops; ask again soon")
        .retryAfter(1);
  }

  /** Runs what blocks on a worker thread. */
  public <T> CompletionStage<T> work(Callable<T> task) {
    return workers.submit(task);
  }
}
