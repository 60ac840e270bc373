package dev.holdfast.examples.tablecatalog;

import dev.holdfast.transaction.Cancellation;
import dev.holdfast.transaction.TransactionOptions;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one request sets beside the catalog's settings.
 *
 * @param patience no longer than this, whatever the settings say; null: as they say
 * @param cancellation ends the wait early
 */
record Limits(@Nullable Duration patience, Cancellation cancellation) {

  private static final Pattern WAIT = Pattern.compile("(?:^|[,;\\s])wait=(\\d{1,6})(?:$|[,;\\s])");

  /** The patience of a header {@code Prefer: wait=10} (RFC 7240), in seconds. */
  static Limits of(@Nullable String prefer, Cancellation cancellation) {
    Matcher wait = WAIT.matcher(prefer == null ? "" : prefer);
    return new Limits(
        wait.find() ? Duration.ofSeconds(Math.max(1, Long.parseLong(wait.group(1)))) : null,
        cancellation);
  }

  TransactionOptions on(TransactionOptions settings) {
    TransactionOptions options = settings.withCancellation(cancellation);
    return patience != null && patience.compareTo(settings.altogether()) < 0
        ? options.withDeadline(patience)
        : options;
  }
}
