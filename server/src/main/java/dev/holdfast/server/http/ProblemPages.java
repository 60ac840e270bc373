package dev.holdfast.server.http;

import java.util.Map;

/** What each kind of problem means, and what to do: the page that a problem's type points to. */
final class ProblemPages {
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("held", "Somebody else holds the resource. Ask again, or give a wait."),
          Map.entry(
              "wait-timeout", "It was still held when the wait was over. Wait longer, or ask why."),
          Map.entry(
              "deadlock",
              "Those who hold leases wait for each other. Give back what you hold and begin again;"
                  + " acquire in one order everywhere, or all at once."),
          Map.entry(
              "lost",
              "The lease ended: it ran out, was taken over or taken away. Stop, acquire again, and"
                  + " redo the work on fresh data."),
          Map.entry("wrong-token", "The lease is held under another token than the one you sent."),
          Map.entry("invalid", "The request can't be understood; the detail says why."),
          Map.entry("not-found", "There is nothing at this address, or not any more."),
          Map.entry("method-not-allowed", "The address exists, the method doesn't."),
          Map.entry("unauthorized", "Send an access token: Authorization: Bearer …"),
          Map.entry("forbidden", "The access token does not allow this."),
          Map.entry("fence-mismatch", "The lease with that fence is over. Look again."),
          Map.entry("pid-reused", "Another session has that process id by now. Look again."),
          Map.entry("too-large", "The request is larger than the service reads."),
          Map.entry("rate-limited", "Too many requests, waiters or leases for one access token."),
          Map.entry("overloaded", "Too much is under way. Ask again a little later."),
          Map.entry("unavailable", "The service stops, or its database does not answer."),
          Map.entry("read-only", "This service only shows; it changes nothing."),
          Map.entry("misdirected", "The Host header names somebody else."),
          Map.entry("failed", "Something unexpected. The log of the service says more."));

  private ProblemPages() {}

  static Answer page(Exchange exchange) {
    String code = exchange.variable("code");
    String text = TEXTS.get(code);
    if (text == null) {
      throw HttpProblem.notFound("there is no such problem");
    }
    String html =
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>%s</title></head>
        <body><h1>%s</h1><p>%s</p></body></html>
        """
            .formatted(code, code, text);
    return Answer.text(200, "text/html; charset=utf-8", html);
  }

  static boolean knows(String code) {
    return TEXTS.containsKey(code);
  }
}
