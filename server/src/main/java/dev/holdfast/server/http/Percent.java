package dev.holdfast.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Percent-encoding, read strictly: what is half-right is refused, not guessed at. */
final class Percent {
  private Percent() {}

  /** {@code plus}: in a query, where + is a space. */
  static String decode(String text, boolean plus) {
    if (text.indexOf('%') < 0 && !(plus && text.indexOf('+') >= 0)) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        bytes.write(hex(text, i + 1) * 16 + hex(text, i + 2));
        i += 2;
      } else {
        bytes.writeBytes(
            String.valueOf(plus && c == '+' ? ' ' : c).getBytes(StandardCharsets.UTF_8));
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw HttpProblem.invalid("the address has percent-encoded bytes that are not UTF-8");
    }
  }

  private static int hex(String text, int at) {
    int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
    if (digit < 0 || text.charAt(at) > 'f') {
      throw HttpProblem.invalid("in the address, % has to be followed by two hexadecimal digits");
    }
    return digit;
  }

  /** The parameters of a query; none of them twice. */
  static Map<String, String> query(String raw) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String part : raw.split("&", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      String name = decode(equals < 0 ? part : part.substring(0, equals), true);
      String value = equals < 0 ? "" : decode(part.substring(equals + 1), true);
      if (parameters.put(name, value) != null) {
        throw HttpProblem.invalid("the query parameter " + name + " is there twice");
      }
    }
    return parameters;
  }
}
