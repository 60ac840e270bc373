package dev.holdfast.server.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON from strangers into maps, lists, strings, booleans and numbers (Long, Double).
 *
 * <p>Strict: UTF-8 only, no member twice, little depth, nothing behind the value. An error tells
 * the place and never quotes the text, which may hold a secret.
 */
public final class JsonReader {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_DIGITS = 32;
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  private final JsonParser parser;

  private JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads one object.
   *
   * @throws IllegalArgumentException that says where it is not one
   */
  public static Map<String, @Nullable Object> object(byte[] utf8) {
    if (value(utf8) instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      map.forEach((name, value) -> members.put((String) name, value));
      return members;
    }
    throw new IllegalArgumentException("it has to be a JSON object: {…}");
  }

  /**
   * Reads one value.
   *
   * @throws IllegalArgumentException that says where it is not one
   */
  public static @Nullable Object value(byte[] utf8) {
    try (JsonParser parser = FACTORY.createParser(decode(utf8))) {
      parser.nextToken();
      Object value = new JsonReader(parser).value();
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("there is something behind the end of the JSON value");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(complaint(e.getLocation()), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("it is not readable", e);
    }
  }

  private static String decode(byte[] utf8) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("it is not UTF-8", e);
    }
  }

  private static String complaint(@Nullable JsonLocation at) {
    return "it is no JSON, or has a member twice, more than %d levels or too long a number%s"
        .formatted(
            MAX_DEPTH,
            at == null ? "" : ": line " + at.getLineNr() + ", column " + at.getColumnNr());
  }

  private @Nullable Object value() throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IllegalArgumentException("it is empty");
    }
    return switch (token) {
      case START_OBJECT -> members();
      case START_ARRAY -> items();
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> integer();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalArgumentException(complaint(parser.currentLocation()));
    };
  }

  private Number integer() throws IOException {
    return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? (Number) parser.getDoubleValue()
        : (Number) parser.getLongValue();
  }

  private Map<String, @Nullable Object> members() throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value());
    }
    return members;
  }

  private List<@Nullable Object> items() throws IOException {
    List<@Nullable Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value());
    }
    return items;
  }
}
