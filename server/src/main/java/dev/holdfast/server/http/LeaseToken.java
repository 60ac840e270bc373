package dev.holdfast.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The token of a lease to be.
 *
 * @param value the secret of the lease
 * @param chosen the client can ask again with the same one
 */
record LeaseToken(UUID value, boolean chosen) {
  private static final UUID NIL = new UUID(0, 0);

  /** From the body's member, or from the header Idempotency-Key, or a new one. */
  static LeaseToken of(
      Optional<String> given, Optional<String> key, String accessSecret, List<String> resources) {
    if (given.isPresent() && key.isPresent()) {
      throw HttpProblem.invalid("give either the member token or the header Idempotency-Key");
    }
    if (given.isPresent()) {
      return new LeaseToken(parse(given.get()), true);
    }
    return key.map(text -> new LeaseToken(derive(text, accessSecret, resources), true))
        .orElseGet(() -> new LeaseToken(UUID.randomUUID(), false));
  }

  private static UUID parse(String text) {
    UUID token = read(text);
    if (token == null || token.equals(NIL)) {
      throw HttpProblem.invalid(
          "the member token has to be a random UUID, 36 characters: `uuidgen` makes one");
    }
    return token;
  }

  /** Null if it is none. */
  static @Nullable UUID read(String text) {
    boolean plain = text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    return plain ? UUID.fromString(text) : null;
  }

  /** Nobody without the access token can tell it, and every instance gets the same. */
  private static UUID derive(String key, String accessSecret, List<String> resources) {
    if (key.isEmpty() || key.length() > 255) {
      throw HttpProblem.invalid("an Idempotency-Key has 1 to 255 characters");
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(accessSecret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update("lease".getBytes(StandardCharsets.UTF_8));
      part(mac, key);
      resources.stream().distinct().sorted().forEach(resource -> part(mac, resource));
      ByteBuffer bytes = ByteBuffer.wrap(mac.doFinal());
      return new UUID(bytes.getLong(), bytes.getLong());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** With its length in front: no two lists look the same. */
  private static void part(Mac mac, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    mac.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
    mac.update(bytes);
  }

  @Override
  public String toString() {
    return "***";
  }
}
