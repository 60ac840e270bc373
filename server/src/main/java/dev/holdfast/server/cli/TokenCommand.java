package dev.holdfast.server.cli;

import dev.holdfast.server.http.AccessToken;
import dev.holdfast.server.http.AccessTokens;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Role;
import dev.holdfast.server.http.Secret;
import dev.holdfast.server.text.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(create | list | revoke)",
    description = "Create, list and revoke the access tokens of the HTTP service.")
final class TokenCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say which: create, list or revoke");
  }

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Make one, and print its secret: this once, only its hash is kept.")
  int create(
      @Mixin DatabaseOptions database,
      @Parameters(paramLabel = "NAME", description = "Whose it is.") String name,
      @Option(
              names = "--role",
              required = true,
              description = "read: look; use: take leases; admin: take leases away, too.")
          Role role,
      @Option(
              names = "--prefix",
              paramLabel = "TEXT",
              description = "Only resources that start with it; may be repeated.")
          @Nullable List<String> prefixes,
      @Option(
              names = "--expires",
              paramLabel = "TIME",
              converter = DurationConverter.class,
              description = "How long it works, such as 90d; for ever by default.")
          @Nullable Duration expires) {
    Console console = Console.of(spec);
    Caller caller = new Caller(name, role, prefixes == null ? List.of() : prefixes);
    try (Database opened = database.open(console)) {
      opened.holdfast();
      Instant end = expires == null ? null : Instant.now().plus(expires);
      Secret secret = new AccessTokens(opened.dataSource()).create(caller, end);
      console.print(secret.reveal() + "\n");
      console.say("this is shown once; send it as Authorization: Bearer ...");
    }
    return ExitCodes.OK;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Show who has one, and what it allows.")
  int list(
      @Mixin DatabaseOptions database,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      opened.holdfast();
      List<AccessToken> tokens = new AccessTokens(opened.dataSource()).list();
      if (json) {
        console.print(Json.write(tokens.stream().map(TokenCommand::members).toList()) + "\n");
      } else if (tokens.isEmpty()) {
        console.say("there is none; make one with holdfast token create");
      } else {
        console.print(table(tokens));
      }
    }
    return ExitCodes.OK;
  }

  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      description = "End one; every service refuses it within ten seconds. 1 if there is none.")
  int revoke(
      @Mixin DatabaseOptions database,
      @Parameters(paramLabel = "NAME", description = "Whose it is.") String name) {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      opened.holdfast();
      boolean done = new AccessTokens(opened.dataSource()).revoke(name);
      console.say(done ? name + " is refused from now on" : "no token named " + name + " works");
      return done ? ExitCodes.OK : ExitCodes.NO;
    }
  }

  private static String table(List<AccessToken> tokens) {
    Table table = new Table("NAME", "ROLE", "PREFIXES", "STATE", "CREATED", "LAST USED");
    for (AccessToken token : tokens) {
      Caller caller = token.caller();
      Instant used = token.times().lastUsedAt();
      table.row(
          caller.name(),
          role(token),
          caller.prefixes().isEmpty() ? "any name" : String.join(" ", caller.prefixes()),
          state(token),
          Sentences.clock(token.times().createdAt()),
          used == null ? "-" : Sentences.clock(used));
    }
    return table.toString();
  }

  private static Map<String, Object> members(AccessToken token) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", token.caller().name());
    members.put("role", role(token));
    members.put("prefixes", token.caller().prefixes());
    members.put("state", state(token));
    members.put("createdAt", token.times().createdAt());
    members.put("expiresAt", token.times().expiresAt());
    members.put("revokedAt", token.times().revokedAt());
    members.put("lastUsedAt", token.times().lastUsedAt());
    return members;
  }

  private static String role(AccessToken token) {
    return token.caller().role().name().toLowerCase(Locale.ROOT);
  }

  private static String state(AccessToken token) {
    if (token.works()) {
      return "works";
    }
    return token.times().revokedAt() == null ? "expired" : "revoked";
  }
}
