package dev.holdfast.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer that is an error (RFC 9457), thrown by whoever finds it. */
public final class HttpProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final String title;
  private final transient Map<String, @Nullable Object> members;

  /** {@code code} is stable for programs, {@code detail} says what to do. */
  public HttpProblem(int status, String code, String title, String detail) {
    this(status, code, title, detail, Map.of());
  }

  HttpProblem(
      int status,
      String code,
      String title,
      String detail,
      Map<String, ? extends @Nullable Object> members) {
    super(detail, null, false, false);
    this.status = status;
    this.code = code;
    this.title = title;
    this.members = new LinkedHashMap<>(members);
  }

  public static HttpProblem invalid(String detail) {
    return new HttpProblem(400, "invalid", "The request is not valid", detail);
  }

  public static HttpProblem notFound(String detail) {
    return new HttpProblem(404, "not-found", "There is no such thing", detail);
  }

  public static HttpProblem forbidden(String detail) {
    return new HttpProblem(403, "forbidden", "This is not allowed", detail);
  }

  /** One more member of the answer. */
  public HttpProblem with(String member, @Nullable Object value) {
    members.put(member, value);
    return this;
  }

  /** Worth another try after so many seconds: a member, and the header Retry-After. */
  HttpProblem retryAfter(int seconds) {
    return with("retryAfterSeconds", Math.max(1, seconds));
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }

  String title() {
    return title;
  }

  Map<String, @Nullable Object> members() {
    return members;
  }
}
