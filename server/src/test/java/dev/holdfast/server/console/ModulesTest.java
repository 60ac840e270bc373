package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the modules compute, in the browser that runs them. */
class ModulesTest {
  private static final ConsoleLab LAB = ConsoleLab.start();
  private static final Browser BROWSER = SharedBrowser.get();

  @BeforeAll
  static void open() {
    BROWSER.open(LAB.url());
  }

  @AfterAll
  static void stop() {
    LAB.close();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "0.42, 0.4 s",
    "9.96, 10.0 s",
    "18, 18 s",
    "59.4, 59 s",
    "59.6, 1m00s",
    "252, 4m12s",
    "3600, 1h00m",
    "11100, 3h05m",
    "187200, 2d04h",
    "-3, 0 s"
  })
  void durationsAreWrittenAsTheCommandLineDoes(double seconds, String words) {
    assertThat(module("format", "m.duration(arguments[1])", seconds)).isEqualTo(words);
  }

  @Test
  void eventsAreReadHoweverTheyAreCutIntoPieces() {
    String stream =
        "retry: 2000\\n\\n: alive\\n\\nid: 7\\nevent: granted\\ndata: {\\\"a\\\":1}\\n\\n";
    for (int cut = 1; cut < 40; cut += 3) {
      Object read =
          module(
              "sse",
              """
              (() => { const seen = []; const read = m.reader(e => seen.push(e));
              const text = "%s"; read(text.slice(0, %d)); read(text.slice(%d));
              return seen.map(e => e.id + e.event + e.data).join('|'); })()"""
                  .formatted(stream, cut, cut));
      assertThat(read).isEqualTo("7granted{\"a\":1}");
    }
  }

  @Test
  void aLinkLeadsBackToWhatItWasMadeOf() {
    String name = "a/b c?d#e&f=%2F\u00fc";
    assertThat(
            module("router", "m.parse(m.link('resources', {open: arguments[1]})).query.open", name))
        .isEqualTo(name);
    assertThat(module("router", "m.parse(m.link('refusals', {}, arguments[1])).part", name))
        .isEqualTo(name);
  }

  @Test
  void aQueueOfThousandsBecomesAPictureThatCanBeRead() {
    Object drawn =
        module(
            "graph-layout",
            """
            (() => { const nodes = [{id: 'lease:a', kind: 'LEASE', label: 'a', facts: {}}];
            const edges = [];
            for (let i = 0; i < 5000; i++) {
              nodes.push({id: 'waiter:' + i, kind: 'WAITER', label: 'w',
                facts: {waitingSeconds: String(i)}});
              edges.push({from: 'waiter:' + i, to: 'lease:a', why: '', soft: false});
            }
            const p = m.picture({nodes, edges, cycles: []});
            return p.nodes.map(n => n.label).join(); })()""");
    assertThat(drawn).isEqualTo("a,w,w,w,w,w,4,995 more wait");
  }

  @Test
  void aQueueStandsInItsOrderAndADeadlockComesFirst() {
    Object drawn =
        module(
            "graph-layout",
            """
            (() => { const node = (id, kind, wait) =>
              ({id, kind, label: id, facts: {waitingSeconds: String(wait)}});
            const nodes = [node('lease:a', 'LEASE', 0), node('waiter:1', 'WAITER', 5),
              node('waiter:2', 'WAITER', 50), node('waiter:3', 'WAITER', 20),
              node('backend:1', 'BACKEND', 0), node('backend:2', 'BACKEND', 0)];
            const edge = (from, to, soft = false) => ({from, to, why: '', soft});
            const edges = [edge('waiter:1', 'lease:a'), edge('waiter:2', 'lease:a'),
              edge('waiter:3', 'lease:a'), edge('waiter:1', 'waiter:3', true),
              edge('backend:1', 'backend:2'), edge('backend:2', 'backend:1')];
            const p = m.picture({nodes, edges, cycles: [{nodes: ['backend:1', 'backend:2']}]});
            return [...p.nodes].sort((a, b) => a.y - b.y || a.x - b.x)
              .filter(n => n.kind !== 'LEASE').map(n => n.id).join(); })()""");
    assertThat(drawn.toString()).endsWith("waiter:2,waiter:3,waiter:1").startsWith("backend:");
  }

  private static Object module(String name, String expression, Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    all[0] = LAB.url() + "js/" + name + ".js";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return BROWSER.eval("return import(arguments[0]).then(m => " + expression + ")", all);
  }
}
