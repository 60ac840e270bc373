package dev.holdfast.policy.check.source;

import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The SQL of a Liquibase change log in XML: the text of {@code <sql>} and its like. */
final class ChangeLogXml {
  private static final Set<String> WITH_SQL = Set.of("sql", "createProcedure", "createView");

  private final XMLStreamReader xml;
  private final SourceFile file;
  private final Facts facts;

  ChangeLogXml(XMLStreamReader xml, SourceFile file, Facts facts) {
    this.xml = xml;
    this.file = file;
    this.facts = facts;
  }

  void changeLog() throws XMLStreamException {
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT && WITH_SQL.contains(xml.getLocalName())) {
        int line = xml.getLocation().getLineNumber();
        script(xml.getElementText(), new Place(file.name(), line, 0));
      }
    }
  }

  private void script(String script, Place start) {
    Owner owner = new Owner("", file.name(), "", Unit.alone(file.name()));
    for (Statements.Part part : Statements.of(script)) {
      Place inside = Lines.place(file.name(), script, part.offset());
      Place place = new Place(file.name(), start.line() + inside.line() - 1, 0);
      Text text = new Text.Literal(part.text(), place, Text.Layout.EXACT);
      facts.use(text, owner, How.MIGRATION, Use.Role.SURE);
      Bodies.read(part.text(), place, owner, How.MIGRATION, facts);
    }
  }
}
