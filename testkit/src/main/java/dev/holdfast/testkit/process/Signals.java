package dev.holdfast.testkit.process;

import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Sends POSIX signals, and waits until they have taken effect. */
final class Signals {
  private static final Duration EFFECT = Duration.ofSeconds(10);

  private Signals() {}

  static boolean available() {
    return Files.isDirectory(Path.of("/proc/self"))
        && (Files.isExecutable(Path.of("/bin/kill"))
            || Files.isExecutable(Path.of("/usr/bin/kill")));
  }

  static void stop(long pid) {
    send("STOP", pid);
    Eventually.holds("process " + pid + " stops", EFFECT, () -> state(pid) == 'T');
  }

  static void cont(long pid) {
    send("CONT", pid);
    Eventually.holds("process " + pid + " goes on", EFFECT, () -> state(pid) != 'T');
  }

  static boolean isStopped(long pid) {
    try {
      return state(pid) == 'T';
    } catch (IOException gone) {
      return false;
    }
  }

  private static void send(String signal, long pid) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
      if (!kill.waitFor(EFFECT.toSeconds(), TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw new IllegalStateException("SIG" + signal + " could not be sent to process " + pid);
      }
    } catch (IOException e) {
      throw new IllegalStateException("SIG" + signal + " needs the command kill", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while sending SIG" + signal, e);
    }
  }

  // The state follows the command's name, which stands in parentheses and may hold anything.
  private static char state(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }
}
