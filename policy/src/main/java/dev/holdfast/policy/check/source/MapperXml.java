package dev.holdfast.policy.check.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A mapper of MyBatis. Its dynamic tags become choices: an {@code <if>} is there or not, of a
 * {@code <choose>} one branch is there; a {@code <foreach>} is there once.
 */
final class MapperXml {
  private static final Pattern STRING = Pattern.compile("\\s*'([^']*)'\\s*");

  private final XMLStreamReader xml;
  private final SourceFile file;
  private final Facts facts;
  private final List<Text[]> bound = new ArrayList<>();
  private String namespace = "";

  MapperXml(XMLStreamReader xml, SourceFile file, Facts facts) {
    this.xml = xml;
    this.file = file;
    this.facts = facts;
  }

  void mapper() throws XMLStreamException {
    namespace = attribute("namespace");
    while (xml.hasNext() && xml.next() != XMLStreamReader.END_DOCUMENT) {
      if (xml.isStartElement()) {
        element(xml.getLocalName());
      }
    }
  }

  private void element(String name) throws XMLStreamException {
    String id = attribute("id");
    if (OtherDatabases.isStatement(id, attribute("databaseId"))) {
      skip();
      return;
    }
    switch (name) {
      case "sql" -> facts.define("mybatis:" + namespace + "." + id, children());
      case "select" -> statement(id, children(), How.MYBATIS_SELECT);
      case "insert", "update", "delete" -> statement(id, children(), How.MYBATIS);
      default -> {}
    }
  }

  private void skip() throws XMLStreamException {
    for (int depth = 1; depth > 0 && xml.hasNext(); ) {
      int event = xml.next();
      depth += event == XMLStreamReader.START_ELEMENT ? 1 : 0;
      depth -= event == XMLStreamReader.END_ELEMENT ? 1 : 0;
    }
  }

  private void statement(String id, Text text, How how) {
    int dot = namespace.lastIndexOf('.');
    String packageName = dot < 0 ? "" : namespace.substring(0, dot);
    String type = namespace.substring(dot + 1);
    Owner owner = new Owner(packageName, type, id, Unit.alone(namespace + "." + id));
    facts.use(with(bound, text), owner, how, Use.Role.SURE);
    bound.clear();
  }

  /** Everything up to the end of the element that the reader stands at. */
  private Text children() throws XMLStreamException {
    List<Text> parts = new ArrayList<>();
    Place start = here();
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamReader.END_ELEMENT) {
        break;
      } else if (event == XMLStreamReader.START_ELEMENT) {
        parts.add(tag(xml.getLocalName()));
      } else if (xml.isCharacters()) {
        parts.add(new Text.Literal(xml.getText(), start, Text.Layout.EXACT));
      }
      start = here();
    }
    return new Text.Joined(parts);
  }

  private Text tag(String name) throws XMLStreamException {
    return switch (name) {
      case "include" -> include();
      case "where" -> Text.join(characters(" where "), trimmed(children()));
      case "set" -> Text.join(characters(" set "), trimmed(children()));
      case "trim" -> trim();
      case "if" -> Text.either(children(), Text.EMPTY);
      case "choose" -> choose();
      case "foreach" -> foreach();
      case "bind" -> bind();
      case "selectKey" -> apart(children());
      default -> children();
    };
  }

  private Text trim() throws XMLStreamException {
    Text prefix = characters(" " + attribute("prefix") + " ");
    Text suffix = characters(" " + attribute("suffix") + " ");
    return Text.join(prefix, Text.join(trimmed(children()), suffix));
  }

  /** A statement of its own inside of another. */
  private Text apart(Text text) {
    statement("selectKey", text, How.MYBATIS_SELECT);
    return Text.EMPTY;
  }

  private Text include() throws XMLStreamException {
    String reference = attribute("refid");
    Place place = here();
    List<Text[]> given = properties();
    String full = reference.contains(".") ? reference : namespace + "." + reference;
    return with(given, new Text.Name("mybatis:" + full, Scope.GLOBAL, place));
  }

  /** What an include gives to the fragment for its placeholders. */
  private List<Text[]> properties() throws XMLStreamException {
    List<Text[]> given = new ArrayList<>();
    for (int depth = 1; depth > 0 && xml.hasNext(); ) {
      int event = xml.next();
      depth += event == XMLStreamReader.START_ELEMENT ? 1 : 0;
      depth -= event == XMLStreamReader.END_ELEMENT ? 1 : 0;
      if (event == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals("property")) {
        given.add(placeholder(attribute("name"), attribute("value")));
      }
    }
    return given;
  }

  /** A variable that is bound to a string: a value that is computed stays unknown. */
  private Text bind() throws XMLStreamException {
    Matcher value = STRING.matcher(attribute("value"));
    if (value.matches()) {
      bound.add(placeholder(attribute("name"), value.group(1)));
    }
    return children();
  }

  private Text[] placeholder(String name, String value) {
    return new Text[] {characters("${" + name + "}"), characters(value)};
  }

  private static Text with(List<Text[]> given, Text text) {
    Text filled = text;
    for (Text[] placeholder : given) {
      filled = new Text.Replaced(filled, placeholder[0], placeholder[1]);
    }
    return filled;
  }

  private Text choose() throws XMLStreamException {
    List<Text> branches = new ArrayList<>();
    while (xml.hasNext() && xml.next() != XMLStreamReader.END_ELEMENT) {
      if (xml.isStartElement()) {
        branches.add(children());
      }
    }
    return branches.isEmpty() ? Text.EMPTY : new Text.Choice(branches);
  }

  private Text foreach() throws XMLStreamException {
    Text open = characters(attribute("open"));
    Text close = characters(attribute("close"));
    return Text.join(open, Text.join(children(), close));
  }

  /** Parts of a list lose the word that would stand first, or the comma that would stand last. */
  private static Text trimmed(Text text) {
    return new Text.Trimmed(text);
  }

  private Text characters(String value) {
    return new Text.Literal(value, here(), Text.Layout.EXACT);
  }

  private String attribute(String name) {
    return Objects.toString(xml.getAttributeValue(null, name), "");
  }

  private Place here() {
    int column = Math.max(0, xml.getLocation().getColumnNumber());
    return new Place(file.name(), Math.max(1, xml.getLocation().getLineNumber()), column);
  }
}
