package dev.holdfast.claim;

import dev.holdfast.Identifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Every statement about the claims of one table. The texts are whole; what stands in braces are the
 * table's own names, types and statuses ({@code ClaimNames}), never a value of a row.
 */
final class ClaimSql {

  /**
   * READ COMMITTED whatever the default: a row that somebody took meanwhile is looked at again
   * instead of failing the statement. It travels in the same round trip.
   */
  private static final String BEGIN = "begin isolation level read committed;\n";

  private static final String COMMIT = ";\ncommit";

  /** For statements that may meet a lock of the application. */
  private static final String BOUNDED =
      BEGIN + "set local lock_timeout = '5s';\nset local statement_timeout = '30s';\n";

  /**
   * Locks up to so many rows in order, skipping what others have locked, then writes them. The lock
   * may be nobody's or a dead worker's: {@code live_workers} is asked once, and only who is not in
   * it is looked up with a fresh snapshot, since it may have been born after this statement began.
   * MATERIALIZED: else a nested loop could lock more than the limit. The limit is a literal: a plan
   * made for any limit reads the whole table. A row that used up its attempts (it killed its
   * workers) is parked, not claimed. No row: nothing to claim.
   */
  private static final String CLAIM =
      """
      with locked as materialized (
        select {t.keys as c}, {poison} as poison, t.{lock} is not null as dead
        from {table} t
        where t.{status} in ({open})
          and {free}
          {and is due}
          {and selected}
          {and first of its sequence}
          {and key}
        order by {t.order}
        limit {limit}
        for no key update of t skip locked
      ), c as (
        select *, row_number() over () as no from locked
      )
      update {table} t
      set {lock} = case when c.poison then null else ?::{lock type} end,
          {locked at} = case when c.poison then null else {clock} end,
          {version} = coalesce(t.{version}, 0) + case when c.poison then 0 else 1 end,
          {count attempt}
          {status} = case when c.poison then {parked}::{status type}
                          else {claimed} end
      from c
      where {t.key = c}
      returning c.no, c.poison, c.dead, t.{version}, {attempts after}, {t.keys}{t.columns}
      """;

  /**
   * In place of {free}: nobody's, or a dead worker's. Never this worker's own: one that lost its
   * lease and has not heard of it would take its rows from itself, and use up their attempts.
   */
  private static final String OR_OF_THE_DEAD =
      """
      case when t.{lock} is null then true
                   when substr(t.{lock}::text, 1, 18) = ? then false
                   when substr(t.{lock}::text, 1, 18) = any (cast((select holdfast.live_workers()) as text[]))
                     then false
                   else not holdfast.worker_lives(substr(t.{lock}::text, 1, 18)) end""";

  /** Nobody's: by an index of their own, however many are being worked on. */
  private static final String UNLOCKED = "t.{lock} is null";

  /**
   * Ends claims, each only if the lock id is still the one it was claimed under: a zombie's row has
   * another, or none. Answers the numbers (from 1) of those that were ours.
   */
  private static final String END =
      """
      update {table} t
      set {status} = u.status::{status type},
          {lock} = null,
          {locked at} = null
          {end extras}
      from unnest({key arrays}, ?::text[], ?::text[], ?::bigint[], ?::integer[], ?::text[])
             with ordinality as u ({u.keys}, lock_id, status, delay, refund, error, no)
      where {t.key = u} and t.{lock} = u.lock_id::{lock type}
      returning u.no
      """;

  /**
   * What became of claims that could not be ended. A row of the same version that is unlocked was
   * ended by nobody but us (an earlier attempt whose answer was lost, a finish in a transaction),
   * or freed by a sweep: its status tells. No row: it is somebody else's now.
   */
  private static final String LOOK =
      """
      select u.no, t.{status}::text
      from unnest({key arrays}, ?::bigint[]) with ordinality as u ({u.keys}, version, no)
      join {table} t on {t.key = u}
      where t.{lock} is null and t.{version} = u.version
      """;

  /** The row of a claim, for the length of a transaction; no row: it is somebody else's. */
  private static final String GUARD =
      """
      select holdfast.guard(?, ?);
      select true
      from {table} t
      where {t.key = ?} and t.{lock} = ?::{lock type}
      for no key update
      """;

  /**
   * Frees claims of the dead, and strays of this worker: rows under its lock ids of which it does
   * not know (the answer to a claim was lost).
   */
  private static final String SWEEP =
      """
      with c as materialized (
        select {t.keys as c}, {poison} as poison
        from {table} t
        where t.{status} in ({open})
          and t.{lock} is not null
          and case when substr(t.{lock}::text, 1, 18) = ? then t.{lock}::text <> all (?::text[])
                   when substr(t.{lock}::text, 1, 18) = any (cast((select holdfast.live_workers()) as text[]))
                     then false
                   else not holdfast.worker_lives(substr(t.{lock}::text, 1, 18)) end
        order by {t.keys}
        limit 1000
        for no key update of t skip locked
      )
      update {table} t
      set {lock} = null,
          {locked at} = null,
          {status} = cast(case when c.poison then {parked} else {ready} end as {status type})
      from c
      where {t.key = c}
      returning c.poison
      """;

  /** A person lets a row begin anew that had failed or was parked; zero rows: it was neither. */
  private static final String REVIVE =
      """
      update {table} t
      set {status} = {ready}::{status type}
          {reset extras}
      where {t.key = ?} and t.{lock} is null
        and t.{status} in ({parked}, {failed})
      """;

  private static final Pattern NAME = Pattern.compile("\\{([^}]+)}");

  final String end;
  final String look;
  final String guard;
  final String sweep;
  final String revive;
  private final Map<String, String> names;
  private final Map<Integer, String> claims = new ConcurrentHashMap<>();
  private final Map<Integer, String> claimsOfFree = new ConcurrentHashMap<>();
  private final String claimOne;

  ClaimSql(ClaimTable table, ColumnTypes types, int maxAttempts) {
    Map<String, String> names = ClaimNames.of(table, types, maxAttempts);
    this.names = names;
    this.claimOne =
        BEGIN
            + fill(
                CLAIM
                    .replace("{free}", OR_OF_THE_DEAD)
                    .replace("{and key}", "and {t.key = ?}")
                    .replace("{limit}", "1"),
                names)
            + COMMIT;
    this.end = fill(END, names);
    this.look = fill(LOOK, names);
    this.guard = fill(GUARD, names);
    this.sweep = BOUNDED + fill(SWEEP, names) + COMMIT;
    this.revive = BOUNDED + fill(REVIVE, names) + COMMIT;
  }

  /** Parameters: the worker's id if also of the dead, then the lock id. */
  String claim(int limit, boolean ofTheDeadToo) {
    return (ofTheDeadToo ? claims : claimsOfFree)
        .computeIfAbsent(
            limit,
            literal -> {
              String text =
                  CLAIM
                      .replace("{free}", ofTheDeadToo ? OR_OF_THE_DEAD : UNLOCKED)
                      .replace("{and key}", "")
                      .replace("{limit}", literal.toString());
              return BEGIN + fill(text, names) + COMMIT;
            });
  }

  /** Parameters: the worker's id, the key's columns, then the lock id. */
  String claimOne() {
    return claimOne;
  }

  /** {@link #end} in a transaction of its own; without it, in the caller's. */
  static String framed(String statement) {
    return BOUNDED + statement + COMMIT;
  }

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Statuses in which a row may be claimed or is claimed. */
  static String openStatuses(ClaimStatuses statuses) {
    String claimed = statuses.claimed();
    return claimed == null || claimed.equals(statuses.ready())
        ? literal(statuses.ready())
        : literal(statuses.ready()) + ", " + literal(claimed);
  }

  static String list(List<Identifier> columns, String prefix) {
    return columns.stream().map(c -> prefix + c.sql()).collect(Collectors.joining(", "));
  }

  /** One text for each place of a list. */
  static String each(int count, String delimiter, java.util.function.IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining(delimiter));
  }

  private static String fill(String text, Map<String, String> names) {
    return NAME.matcher(text)
        .replaceAll(
            name -> {
              @Nullable String value = names.get(name.group(1));
              return Matcher.quoteReplacement(value == null ? name.group() : value);
            });
  }
}
