package dev.holdfast.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** One numbered SQL file. */
record Migration(int version, String name, boolean breaking, String sql) {

  /** All that this library knows, in order. A new file gets its line here. */
  static final List<Migration> ALL =
      List.of(
          read("001_foundation"),
          read("002_leases"),
          read("003_lease_tools"),
          read("004_outcomes"),
          read("005_claims"),
          read("006_outbox"),
          read("007_diagnosis"),
          read("008_service"),
          read("009_observer"));

  static int latest() {
    return ALL.get(ALL.size() - 1).version();
  }

  String checksum() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(sql.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Migration read(String name) {
    try (InputStream in = Migration.class.getResourceAsStream(name + ".sql")) {
      if (in == null) {
        throw new IllegalStateException(name + ".sql is not in the jar");
      }
      String sql = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      boolean breaking = sql.lines().limit(3).anyMatch("-- breaking: yes"::equals);
      return new Migration(Integer.parseInt(name.substring(0, 3)), name, breaking, sql);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
