package dev.holdfast.server.demo;

/** Somebody who uses locks. Called again and again until the demo ends. */
@FunctionalInterface
interface Actor {

  void act(Stage stage) throws Exception;
}
