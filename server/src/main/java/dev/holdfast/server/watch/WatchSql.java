package dev.holdfast.server.watch;

/** Every statement of watching. What they mean is written beside the functions they call. */
final class WatchSql {

  /** One look; under the guard of the observer's lease. */
  static final String OBSERVE =
      """
      select told, last_seq, held_back_ms
      from holdfast.observe(?, ?)
      """;

  static final String FORGET =
      """
      select holdfast.forget_observed(?)
      """;

  static final String STATE =
      """
      select last_seq, pruned_seq, looked_ms_ago
      from holdfast.observer_state()
      """;

  static final String NUMBERS =
      """
      select looked_ms_ago, holdfast.waiting()
      from holdfast.observer_state()
      """;

  /** Details as keys and values in turn. */
  static final String EVENTS =
      """
      select seq, at, kind, resource, fence, holder,
             array(select unnest(array[d.key, d.value]) from jsonb_each_text(detail) d)
      from holdfast.events_after(?, ?)
      """;

  static final String TIMELINE =
      """
      select resource, fence, holder, locked_at, locked_until, ended_at, ending, ended_by, reason,
             array(select unnest(array[a.key, a.value]) from jsonb_each_text(attributes) a)
      from holdfast.timeline(?, ?, ?, ?, ?)
      """;

  static final String INCIDENTS =
      """
      select resource, at, kind, fence, holder, detail
      from holdfast.incidents_between(?, ?, ?)
      """;

  static final String CONTENTION =
      """
      select grp, step, wait_seconds, refusals
      from holdfast.contention_between(?, ?, ?, ?)
      """;

  static final String RECORD_REFUSALS =
      """
      select holdfast.record_refusals(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** The newest first. */
  static final String REFUSALS =
      """
      select id, at, resource, code, asker, held_by, held_fence, held_since, held_until, waited_ms,
             array(select unnest(array[w ->> 'holder', w ->> 'since'])
                   from jsonb_array_elements(waiters) w),
             holdfast.is_still_held(resource, held_fence)
      from holdfast.refusals(?, ?, ?, ?, ?)
      """;

  /** No row: there never was such a refusal, or it is too old. */
  static final String REFUSAL =
      """
      select id, at, resource, code, asker, held_by, held_fence, held_since, held_until, waited_ms,
             array(select unnest(array[w ->> 'holder', w ->> 'since'])
                   from jsonb_array_elements(waiters) w),
             holdfast.is_still_held(resource, held_fence)
      from holdfast.refusal(?)
      """;

  private WatchSql() {}
}
