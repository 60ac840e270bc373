package dev.holdfast.server.console;

import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Policy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes the pictures of docs/images anew: {@code -Dholdfast.screenshots=docs/images}. */
@EnabledIfSystemProperty(named = "holdfast.screenshots", matches = ".+")
class ScreenshotsTest {
  private static final Browser BROWSER = SharedBrowser.get();
  private static final Path TARGET = Path.of(System.getProperty("holdfast.screenshots", "."));

  @Test
  void theConsoleOnABadNight() throws Exception {
    Policy policy =
        Policy.of(
            Cluster.of("billing", "tenant", "account", "invoice", "invoice_line", "ledger"),
            Cluster.of("stock", "warehouse", "item", "reservation"));
    try (ConsoleLab lab = ConsoleLab.start(policy);
        Situation situation = new Situation(lab)) {
      history(lab);
      day(lab);
      situation.queue("invoice/7");
      lab.sql(
          """
          update holdfast.lease
          set locked_at = locked_at - make_interval(secs => case resource when 'invoice/7' then 252
                            else 3 + abs(hashtext(resource)) % 300 end)
          """);
      situation.idleInTransaction();
      situation.deadlock("stock/4711");
      lab.post(
          "api/v1/leases",
          Map.of("resource", "invoice/7", "holder", "checkout-12", "ttl", "30s", "wait", "2s"));
      pictures(lab);
    }
  }

  private static void pictures(ConsoleLab lab) throws IOException {
    picture(lab, "#/resources", "light", ".cycle", "console-resources.png");
    picture(lab, "#/resources?open=invoice/7", "dark", ".drawer .waiters", "console-resource.png");
    picture(lab, "#/waits", "light", ".node.red", "console-waits.png");
    picture(lab, "#/timeline?range=15m", "light", ".hold.running", "console-timeline.png");
    picture(lab, "#/contention?range=1h", "dark", ".level-6", "console-contention.png");
    picture(lab, "#/policy", "light", ".bow.red", "console-policy.png");
    picture(lab, "#/events", "light", ".event", "console-events.png");
    BROWSER.script("location.hash = '#/refusals'");
    BROWSER.click(".refusal-line");
    String page = (String) BROWSER.eval("return location.hash");
    picture(lab, page, "light", ".then-now", "console-refusal.png");
  }

  private static void picture(ConsoleLab lab, String hash, String scheme, String css, String file)
      throws IOException {
    SharedBrowser.signedIn(lab, lab.admin(), hash);
    BROWSER.look(1280, 800, scheme);
    BROWSER.sees(css, "");
    BROWSER.script("return new Promise(soon => setTimeout(soon, 1500))");
    BROWSER.screenshot(TARGET.resolve(file));
  }

  /** An hour in which eight resources were held by turns; some holds ended badly. */
  private static void history(ConsoleLab lab) {
    lab.sql(
        """
        insert into holdfast.past_lease (
          bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, ended_by, reason)
        select holdfast.bucket_of(r.name), r.name, n, (array['web-1', 'web-2', 'web-3', 'worker-a4',
                 'billing-7', 'worker-c1'])[1 + (n * 7 + r.i * 3) % 6],
               x.since, x.until, x.until, x.ending,
               case when x.ending = 'forced' then 'ana' end,
               case when x.ending = 'forced' then 'stuck after the deploy' end
        from (values (1, 'invoice/7'), (2, 'stock/4711'), (3, 'import/eu-west'), (4, 'tenant/acme'),
                     (5, 'report/weekly'), (6, 'mail/outbound'), (7, 'job/reindex'),
                     (8, 'tenant/globex'), (9, 'nightly/report')) as r (i, name)
        cross join generate_series(1, 24) as n
        cross join lateral (
          select b.since, b.since + make_interval(secs => 25 + (n * 37 + r.i * 53) % 100) as until,
                 case when (n * 5 + r.i) % 13 = 0 then 'forced'
                      when (n * 3 + r.i) % 9 = 0 then 'expired' else 'released' end as ending
          from (select clock_timestamp() - make_interval(secs => 400 + (25 - n) * 150 - r.i * 5)
                  as since) b) x
        """);
    lab.sql(
        """
        insert into holdfast.lease (
          bucket, resource, fence, holder, token_hash, locked_at, locked_until, ttl)
        select distinct on (p.resource) p.bucket, p.resource, p.fence, p.holder, null::bytea, p.locked_at,
               p.ended_at, interval '30 seconds'
        from holdfast.past_lease p order by p.resource, p.fence desc
        """);
    lab.sql(
        """
        insert into holdfast.incident (at, kind, resource, fence, holder, detail)
        select p.ended_at + interval '14 seconds', k.kind, p.resource, p.fence, p.holder,
               'update of ' || p.resource || ' refused'
        from holdfast.past_lease p
        cross join (values ('late-release'), ('stale-write')) as k (kind)
        where p.ending <> 'released' and (k.kind = 'late-release' or p.fence % 2 = 0)
        """);
    for (String resource :
        List.of("import/eu-west", "tenant/acme", "mail/outbound", "job/reindex")) {
      lab.hold(resource, "worker-c1");
    }
    for (int i = 1; i <= 40; i++) {
      String group = List.of("invoice", "payment", "tenant", "stock").get(i % 4);
      String name = group + "/" + (1000 + i * 37);
      String holder = List.of("web-1", "web-2", "billing-7", "worker-a4", "web-3").get(i % 5);
      LeaseOptions renewed = LeaseOptions.defaults().withTtl(Duration.ofSeconds(20 + i % 7 * 9));
      lab.holdfast().leases().acquire(name, renewed.withHolder(holder));
    }
    LeaseOptions brief = LeaseOptions.defaults().withTtl(Duration.ofSeconds(60)).withoutAutoRenew();
    lab.holdfast().leases().acquire("nightly/report", brief.withHolder("batch-2"));
  }

  /** Contention and lock orders of a day. */
  private static void day(ConsoleLab lab) {
    lab.sql(
        """
        insert into holdfast.contention (minute, grp, wait_seconds, refusals)
        select date_trunc('minute', clock_timestamp()) - make_interval(mins => m), g.name,
               greatest(0, (sin(m / (4.0 + g.i)) * cos(m / (13.0 - g.i)) * (11 - g.i)) ^ 2
                 + (m * 31 + g.i * 17) % 7 - 4),
               case when (m * 13 + g.i * 5) % 17 = 0 then 1 + m % 4 else 0 end
        from generate_series(1, 59) as m
        cross join (values (1, 'invoice'), (2, 'payment'), (3, 'import'), (4, 'tenant'), (5, 'report'),
                           (6, 'job'), (7, 'stock'), (8, 'mail')) as g (i, name)
        where greatest(0, (sin(m / (4.0 + g.i)) * cos(m / (13.0 - g.i)) * (11 - g.i)) ^ 2
                + (m * 31 + g.i * 17) % 7 - 4) > 0
        on conflict do nothing
        """);
    lab.sql(
        """
        select holdfast.report_lock_order('web',
          '{tenant,account,invoice,account,warehouse,item,ledger,reservation}',
          '{account,invoice,invoice_line,ledger,item,reservation,account,invoice}',
          '{18234,9120,44120,812,1033,2033,3,12}')
        """);
  }
}
