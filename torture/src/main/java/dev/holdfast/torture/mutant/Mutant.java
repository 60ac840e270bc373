package dev.holdfast.torture.mutant;

import java.util.List;

/** One way to get the protocol wrong. */
public enum Mutant {
  /** What it should be: nothing is found. */
  NONE("the protocol as it is"),
  GUARD_WITHOUT_FENCE(
      "the guard passes if anybody holds the lease",
      new Patch(
          "guard",
          """

              and l.fence = p_fence
              and l.token_hash = coalesce(sha256(uuid_send(p_token)), l.token_hash)\
          """,
          "")),
  GUARD_WITHOUT_LOCK(
      "the guard looks and does not lock", new Patch("guard", "\n  for key share;", ";")),
  GUARD_FOR_SHARE("the guard blocks renewals", new Patch("guard", "for key share", "for share")),
  GUARD_BY_TRANSACTION_TIME(
      "the guard asks whether it was held when the transaction began",
      new Patch("guard", "clock_timestamp())", "now())")),
  GRANT_BY_TRANSACTION_TIME(
      "a lease runs from the beginning of the transaction",
      new Patch("acquire_leases", "timestamptz := clock_timestamp()", "timestamptz := now()")),
  RENEW_WITHOUT_TOKEN(
      "anybody renews",
      new Patch(
          "renew_leases",
          "        and l.token_hash = sha256(uuid_send(a.token))\n        and (a.fence",
          "        and (a.fence")),
  RENEW_OF_THE_EXPIRED(
      "a lease that ran out is revived",
      new Patch(
          "renew_leases",
          "        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)\n"
              + "      offset 0",
          "      offset 0")),
  RELEASE_WITHOUT_TOKEN(
      "anybody releases",
      new Patch("release_leases", "and l.token_hash = sha256(uuid_send(a.token))", "")),
  RELEASE_OF_THE_SUCCESSOR(
      "a late release frees whoever has it",
      new Patch(
          "release_leases",
          "and l.token_hash = sha256(uuid_send(a.token))\n"
              + "        and (a.fence is null or l.fence = a.fence)",
          "")),
  EXCLUDED_EXPIRY(
      "whether it is held is judged by the end that the new grant would have",
      new Patch("is_held", "p_locked_until > p_now\n", "p_locked_until > p_now + p_ttl\n")),
  FENCE_STAYS(
      "a grant does not count",
      new Patch(
          "acquire_leases",
          "set fence = greatest(l.fence, l.promised) + 1,",
          "set fence = l.fence,")),
  GRANT_TO_TWO(
      "what is held is granted", new Patch("acquire_leases", " and l.token_hash is null\n", "\n")),
  PRUNED_COUNTER(
      "a pruned resource starts again at fence 1",
      new Patch("make_rows", "if v_floor > 0 then", "if false then")),
  TAKEOVER_PASSES_THE_GUARD(
      "a takeover does not mind an open guard",
      new Patch(
          "acquire_leases", "for update of l skip locked", "for no key update of l skip locked")),
  PASS_WITHOUT_TOKEN(
      "anybody passes on",
      new Patch("pass_leases", "and l.token_hash = sha256(uuid_send(a.token))", "")),
  PASS_KEEPS_THE_FENCE(
      "a lease that is passed on keeps its fence",
      new Patch("pass_leases", "set fence = l.fence + 1,", "set fence = l.fence,"),
      new Patch("pass_leases", "p.fence - 1,", "p.fence,")),
  PASS_PAST_THE_GUARD(
      "a lease is passed on while its guard is open",
      new Patch(
          "pass_leases", "for update of l skip locked", "for no key update of l skip locked")),
  PASS_BY_TRANSACTION_TIME(
      "a lease that is passed on runs from the beginning of the transaction",
      new Patch("pass_leases", "timestamptz := clock_timestamp()", "timestamptz := now()")),
  PROMISE_FORGOTTEN(
      "who takes over does not count what was promised",
      new Patch("acquire_leases", "greatest(l.fence, l.promised) + 1", "l.fence + 1")),
  SUCCEED_WITHOUT_TOKEN(
      "anybody records a hand-over",
      new Patch("succeed_leases", "and l.token_hash = sha256(uuid_send(a.token)) and", "and")),
  SUCCEED_KEEPS_THE_FENCE(
      "a record does not count",
      new Patch("succeed_leases", "set fence = l.fence + o.steps,", "set fence = l.fence,"),
      new Patch("succeed_leases", "r.fence - r.steps", "r.fence")),
  SUCCEED_OF_THE_EXPIRED(
      "a record revives a lease that ran out",
      new Patch(
          "succeed_leases",
          "        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)\n"
              + "        and a.steps",
          "        and a.steps")),
  SUCCEED_PAST_THE_GUARD(
      "a hand-over is recorded while a guard of the earlier lease is open",
      new Patch(
          "succeed_leases", "for update of l skip locked", "for no key update of l skip locked")),
  PRUNED_PROMISE(
      "a pruned resource forgets what was promised",
      new Patch("maintain_leases", "max(greatest(g.fence, g.promised))", "max(g.fence)")),
  RETRY_AFTER_UNCLEAR_COMMIT("a client that got no answer to its commit does it again"),
  DEADLINE_FROM_THE_ANSWER("a client believes in its lease for a ttl after the answer");

  private final String story;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<Patch> patches;

  Mutant(String story, Patch... patches) {
    this.story = story;
    this.patches = List.of(patches);
  }

  public String story() {
    return story;
  }

  List<Patch> patches() {
    return patches;
  }
}
