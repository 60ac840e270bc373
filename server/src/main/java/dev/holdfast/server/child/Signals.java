package dev.holdfast.server.child;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Catches the signals that end a process, and sends them. */
final class Signals {
  static final List<String> FORWARDED = List.of("TERM", "INT", "HUP");
  private static final long SEND_SECONDS = 5;

  private Signals() {}

  /**
   * Calls {@code handler} with the signal's name instead of ending this JVM. A signal that was
   * ignored when the JVM started (nohup) stays ignored.
   *
   * <p>By reflection: javac refuses {@code sun.misc.Signal} under -Werror, and there is no other
   * way to learn which signal came.
   */
  static void onEach(Consumer<String> handler) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      for (String name : FORWARDED) {
        Object proxy =
            Proxy.newProxyInstance(
                Signals.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, args) -> {
                  handler.accept(name);
                  return null;
                });
        Object one = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, type).invoke(null, one, proxy);
      }
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("this JVM does not let signals be caught (-Xrs?)", e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM has no sun.misc.Signal", e);
    }
  }

  /**
   * Sends a signal that {@link ProcessHandle} has no method for; a process that is gone is fine.
   */
  static void send(String name, long pid) throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("/bin/sh", "-c", "kill -s \"$0\" \"$1\"", name, Long.toString(pid))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    if (!kill.waitFor(SEND_SECONDS, TimeUnit.SECONDS)) {
      kill.destroyForcibly();
    }
  }
}
