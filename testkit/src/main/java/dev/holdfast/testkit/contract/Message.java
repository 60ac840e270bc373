package dev.holdfast.testkit.contract;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A line between the test and a worker: words, each encoded so that it holds no space. */
record Message(List<String> words) {

  static Message of(Object... words) {
    List<String> texts = new ArrayList<>();
    for (Object word : words) {
      texts.add(word.toString());
    }
    return new Message(texts);
  }

  static Message parse(String line) {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ", -1)) {
      words.add(URLDecoder.decode(word, StandardCharsets.UTF_8));
    }
    return new Message(words);
  }

  String line() {
    List<String> encoded = new ArrayList<>();
    for (String word : words) {
      encoded.add(URLEncoder.encode(word, StandardCharsets.UTF_8));
    }
    return String.join(" ", encoded);
  }

  String word(int index) {
    return words.get(index);
  }

  int number(int index) {
    return Integer.parseInt(word(index));
  }
}
