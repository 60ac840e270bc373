package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a running server writes into {@code postmaster.pid}: its process id on line 1, the port on
 * line 4, on line 8 whether it is ready. The file outlives a server that was killed.
 */
record PostmasterFile(long pid, int port, boolean ready) {

  private static final int PID = 0;
  private static final int PORT = 3;
  private static final int STATUS = 7;

  /** Empty if there is none, or only the first bytes of one that is being written. */
  static Optional<PostmasterFile> read(Path data) throws IOException {
    try {
      List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
      if (lines.size() <= PORT) {
        return Optional.empty();
      }
      boolean ready = lines.size() > STATUS && lines.get(STATUS).strip().equals("ready");
      long pid = Long.parseLong(lines.get(PID).strip());
      return Optional.of(new PostmasterFile(pid, Integer.parseInt(lines.get(PORT).strip()), ready));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
