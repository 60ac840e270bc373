package dev.holdfast.server.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "holdfast " + (version == null ? "(unpacked build)" : version),
      "Java " + System.getProperty("java.version")
    };
  }
}
