package dev.holdfast.server.http;

import java.util.List;

/** A group of endpoints that belong together. */
@FunctionalInterface
public interface Routes {
  List<Endpoint> endpoints();
}
