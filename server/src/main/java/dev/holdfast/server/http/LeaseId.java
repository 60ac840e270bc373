package dev.holdfast.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A lease in an address: its fence and its resource, written so that they fit into one segment. Any
 * instance of the service can answer for it, since nothing has to be remembered. It is no secret.
 */
record LeaseId(String resource, long fence) {
  @Override
  public String toString() {
    byte[] name = resource.getBytes(StandardCharsets.UTF_8);
    byte[] all = ByteBuffer.allocate(8 + name.length).putLong(fence).put(name).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  /** Throws 404 if it is none: then there is no lease with this id. */
  static LeaseId parse(String text) {
    try {
      ByteBuffer all = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      if (all.remaining() > 8) {
        long fence = all.getLong();
        LeaseId id = new LeaseId(StandardCharsets.UTF_8.newDecoder().decode(all).toString(), fence);
        if (fence > 0 && id.toString().equals(text)) {
          return id;
        }
      }
    } catch (IllegalArgumentException | CharacterCodingException e) {
      // not one of ours, as below
    }
    throw HttpProblem.notFound("there is no lease with this id; use the one from its grant");
  }
}
