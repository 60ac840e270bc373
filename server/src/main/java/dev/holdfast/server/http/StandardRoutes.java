package dev.holdfast.server.http;

import dev.holdfast.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The endpoints of this package. */
public final class StandardRoutes {
  private StandardRoutes() {}

  /** {@code policy}: the declared lock order; null, none was declared. */
  public static List<Routes> of(HttpSettings settings, Backend backend, @Nullable Policy policy) {
    return List.of(
        new LeaseRoutes(settings, backend),
        new ResourceRoutes(backend),
        new WaitRoutes(backend),
        new BackendRoutes(backend),
        new EventRoutes(backend.watch()),
        new WatchRoutes(backend.watch()),
        new PolicyRoutes(backend, policy),
        new MeRoutes(settings, backend),
        new DocumentRoutes());
  }
}
