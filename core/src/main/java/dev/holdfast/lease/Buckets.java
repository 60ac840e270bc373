package dev.holdfast.lease;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Which bucket a resource is in: the same sum as {@code holdfast.bucket_of}. */
record Buckets(int count) {

  int of(String resource) {
    if (count == 1) {
      return 0;
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(resource.getBytes(StandardCharsets.UTF_8));
      return (ByteBuffer.wrap(digest).getInt() >>> 4) % count;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  Lane[] lanes() {
    Lane[] lanes = new Lane[count];
    for (int bucket = 0; bucket < count; bucket++) {
      lanes[bucket] = new Lane(bucket);
    }
    return lanes;
  }
}
