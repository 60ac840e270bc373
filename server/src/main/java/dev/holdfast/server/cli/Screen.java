package dev.holdfast.server.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Draws one picture over the other on a terminal; prints them one after the other elsewhere. */
final class Screen implements AutoCloseable {
  private static final String ESCAPE = "\u001b[";

  private final Console console;
  private final boolean live;

  Screen(Console console, boolean live) {
    this.console = console;
    this.live = live;
    if (live) {
      console.print(ESCAPE + "?1049h" + ESCAPE + "?25l"); // another page, no cursor
      Runtime.getRuntime().addShutdownHook(new Thread(this::close, "holdfast-screen"));
    }
  }

  void show(TopText picture) {
    if (!live) {
      console.print(picture.lines(Integer.MAX_VALUE / 2));
      return;
    }
    Size size = Size.now();
    String lines =
        picture
            .lines(size.rows() - 1)
            .lines()
            .map(line -> line.substring(0, Math.min(line.length(), size.columns())))
            .collect(Collectors.joining(ESCAPE + "K\n", "", ESCAPE + "K\n"));
    console.print(ESCAPE + "H" + lines + ESCAPE + "J");
  }

  @Override
  public void close() {
    if (live) {
      console.print(ESCAPE + "?25h" + ESCAPE + "?1049l");
    }
  }

  /** Whether standard output is a terminal. */
  static boolean isThere() {
    try {
      Process test = new ProcessBuilder("test", "-t", "1").inheritIO().start();
      return test.waitFor(1, TimeUnit.SECONDS) && test.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Of the terminal; it may change while we draw. */
  private record Size(int rows, int columns) {

    private static final Size USUAL = new Size(24, 80);

    static Size now() {
      try {
        Process stty =
            new ProcessBuilder("stty", "size")
                .redirectInput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String answer = new String(stty.getInputStream().readAllBytes(), US_ASCII).strip();
        return answer.matches("[1-9][0-9]{0,3} [1-9][0-9]{0,3}") ? parse(answer) : USUAL;
      } catch (IOException e) {
        return USUAL;
      }
    }

    private static Size parse(String answer) {
      int gap = answer.indexOf(' ');
      return new Size(
          Integer.parseInt(answer.substring(0, gap)), Integer.parseInt(answer.substring(gap + 1)));
    }
  }
}
