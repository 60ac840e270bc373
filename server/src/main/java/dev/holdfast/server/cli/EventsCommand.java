package dev.holdfast.server.cli;

import dev.holdfast.server.text.Json;
import dev.holdfast.server.watch.EventFilter;
import dev.holdfast.server.watch.Subscription;
import dev.holdfast.server.watch.Watch;
import dev.holdfast.server.watch.WatchEvent;
import dev.holdfast.server.watch.WatchEvent.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    description = {
      "Print what happened to leases: granted, released, expired, taken over, refused ...",
      "A running service observes them; with --follow this command does, if no service is there."
    })
final class EventsCommand implements Callable<Integer> {
  private static final int PAGE = 1_000;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(names = "--follow", description = "Go on with what happens from now on.")
  private boolean follow;

  @Option(names = "--json", description = "As JSON, one line an event.")
  private boolean json;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Names that start with it only.")
  private String prefix = "";

  @Option(
      names = "--after",
      paramLabel = "N",
      defaultValue = "0",
      description = "Only events after this number.")
  private long after;

  @Override
  public Integer call() throws InterruptedException {
    Console console = Console.of(spec);
    EventFilter filter = new EventFilter(prefix, List.of(""));
    try (Database opened = database.open(console);
        Watch watch =
            follow
                ? Watch.start(opened.holdfast(), opened.dataSource())
                : Watch.startReading(opened.holdfast(), opened.dataSource())) {
      long upTo = past(console, watch, filter);
      return follow ? follow(console, watch, filter, upTo) : ExitCodes.OK;
    }
  }

  private long past(Console console, Watch watch, EventFilter filter) {
    long upTo = after;
    for (Watch.Page page = watch.eventsAfter(upTo, filter, PAGE);
        page.upTo() > upTo;
        page = watch.eventsAfter(upTo, filter, PAGE)) {
      upTo = page.upTo();
      page.events().forEach(event -> print(console, event));
    }
    return upTo;
  }

  /** Until a signal, or until it falls too far behind. */
  private int follow(Console console, Watch watch, EventFilter filter, long from)
      throws InterruptedException {
    Semaphore ready = new Semaphore(0);
    try (Subscription events = watch.subscribe(from, filter, ready::release)) {
      while (events.end() == null) {
        if (ready.tryAcquire(1, TimeUnit.SECONDS)) {
          ready.drainPermits();
        }
        events.take(PAGE).forEach(event -> print(console, event));
      }
      console.say("no more events: " + events.end());
    }
    return ExitCodes.NO;
  }

  private void print(Console console, WatchEvent event) {
    console.print(
        (json
                ? Json.write(members(event))
                : "%s  %-12s %s"
                    .formatted(
                        Sentences.clock(event.at()), event.kind(), Table.visible(event.sentence())))
            + "\n");
  }

  private static Map<String, Object> members(WatchEvent event) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("seq", event.seq());
    members.put("at", event.at());
    members.put("kind", event.kind());
    Subject subject = event.subject();
    if (subject != null) {
      members.put("resource", subject.resource());
      members.put("fence", subject.fence());
      members.put("holder", subject.holder());
    }
    members.put("sentence", event.sentence());
    members.put("detail", event.detail());
    return members;
  }
}
