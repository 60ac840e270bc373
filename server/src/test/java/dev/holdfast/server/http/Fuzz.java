package dev.holdfast.server.http;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;

/** Requests that nobody in their right mind would send. */
final class Fuzz {
  private static final String[] BITS = {
    "%",
    "%2",
    "%2F",
    "%00",
    "%ff",
    "..",
    "/",
    "//",
    "?",
    "&",
    "=",
    "name=",
    "\u00e4",
    "'",
    "\"",
    "{",
    "}",
    "[",
    "]",
    "<",
    ":",
    "1",
    "-1",
    "99999999999999999999",
    "null",
    "true",
    "a",
    "\\u0000",
    "\\ud800",
    "1e400",
    ",",
    "\"resource\":",
    "\"holder\":\"h\"",
    "\"ttl\":\"1ms\"",
    "\"wait\":\"1ms\"",
    "\"token\":",
    "\"backendStart\":\"2026-01-01T00:00:00Z\"",
    "\"reason\":\"x\"",
    "+999999999-12-31T23:59:59Z"
  };
  private static final String[] METHODS = {"GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "G<"};

  private Fuzz() {}

  static String request(Random random, List<String> paths, String secret) {
    String path = paths.get(random.nextInt(paths.size()));
    if (path.endsWith("/events")) {
      path = "/";
    }
    path = path.replaceAll("\\{[a-z]+\\}", safe(junk(random, 3)));
    if (random.nextInt(3) == 0) {
      path += "?" + safe(junk(random, 5));
    }
    String body = random.nextInt(2) == 0 ? "" : "{" + junk(random, 8) + "}";
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer %s\r\nLease-Token: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(
            METHODS[random.nextInt(METHODS.length)],
            path,
            secret,
            random.nextBoolean() ? "x" : "00000000-0000-4000-8000-000000000001",
            body.length(),
            body);
  }

  private static String safe(String text) {
    return Matcher.quoteReplacement(text.replace(' ', '+'));
  }

  private static String junk(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(BITS[random.nextInt(BITS.length)]);
    }
    return text.toString();
  }
}
