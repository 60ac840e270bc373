package dev.holdfast.examples.support;

import java.net.URI;

/** Begins to use an application as its users would: a few requests a second, until closed. */
@FunctionalInterface
public interface LoadStarter {

  SteadyLoad start(URI baseUrl);
}
