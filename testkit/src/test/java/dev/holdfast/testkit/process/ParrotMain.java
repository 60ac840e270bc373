package dev.holdfast.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A child that repeats each line; "exit n" ends it, "fail" makes it complain on standard error. */
final class ParrotMain {
  private ParrotMain() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      if (line.startsWith("exit ")) {
        System.exit(Integer.parseInt(line.substring(5)));
      }
      if (line.equals("fail")) {
        throw new IllegalStateException("the parrot is unwell");
      }
      System.out.println(String.join("", arguments) + line);
    }
  }
}
