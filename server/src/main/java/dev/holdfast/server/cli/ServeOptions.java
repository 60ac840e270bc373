package dev.holdfast.server.cli;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.file.PolicyReader;
import dev.holdfast.server.http.HttpSettings;
import dev.holdfast.server.http.Limits;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where and how to serve. */
final class ServeOptions {
  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8085",
      description = "Port to listen on: ${DEFAULT-VALUE}; 0: any free one.")
  private int port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen on: ${DEFAULT-VALUE}. Others than loopback need TLS.")
  private String bind = "127.0.0.1";

  @Option(names = "--tls-cert", paramLabel = "FILE", description = "Certificate chain, PEM.")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key, PEM (PKCS 8).")
  private @Nullable Path key;

  @Option(
      names = "--insecure-http",
      description = "No TLS though others can connect: a proxy in front of it does it.")
  private boolean insecure;

  @Option(
      names = "--allow-host",
      paramLabel = "NAME",
      description = "A further name that the Host header may have; repeat it for more.")
  private Set<String> hosts = new LinkedHashSet<>();

  @Option(
      names = "--path-prefix",
      paramLabel = "PATH",
      defaultValue = "",
      description = "What a proxy puts in front of every path, such as /holdfast.")
  private String prefix = "";

  @Option(names = "--read-only", description = "Show everything, change nothing.")
  private boolean readOnly;

  @Option(names = "--policy", paramLabel = "FILE", description = "The lock-order policy to show.")
  private @Nullable Path policy;

  @Option(
      names = "--metrics-open",
      description = "/metrics without an access token; on loopback only.")
  private boolean metricsOpen;

  @Option(
      names = "--max-requests",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Requests a second of one access token: ${DEFAULT-VALUE}.")
  private int requests;

  @Option(
      names = "--max-waiters",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Requests of one access token that wait at a time: ${DEFAULT-VALUE}.")
  private int waiters;

  @Option(
      names = "--max-leases",
      paramLabel = "N",
      defaultValue = "100000",
      description =
          "Leases of one access token, as far as this service granted them:" + " ${DEFAULT-VALUE}.")
  private int leases;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "4000",
      description = "Connections in all: ${DEFAULT-VALUE}.")
  private int connections;

  HttpSettings settings() {
    try {
      return new HttpSettings(
          new HttpSettings.Listen(bind, port, tls(), insecure),
          hosts,
          prefix,
          readOnly,
          Limits.defaults().withQuota(new Limits.Quota(connections, requests, waiters, leases)));
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private HttpSettings.@Nullable Tls tls() {
    if (certificate == null && key == null) {
      return null;
    }
    if (certificate == null || key == null) {
      throw new UsageException("--tls-cert and --tls-key belong together");
    }
    for (Path file : Set.of(certificate, key)) {
      if (!Files.isReadable(file)) {
        throw new UsageException("cannot read " + file);
      }
    }
    return new HttpSettings.Tls(certificate, key);
  }

  boolean isMetricsOpen() {
    if (metricsOpen && !settings().listen().isLoopback()) {
      throw new UsageException("--metrics-open is for loopback: others use an access token");
    }
    return metricsOpen;
  }

  @Nullable Policy policy() {
    if (policy == null) {
      return null;
    }
    try {
      return PolicyReader.read(policy);
    } catch (UncheckedIOException e) {
      throw new UsageException("cannot read " + policy + ": " + e.getMessage());
    }
  }
}
