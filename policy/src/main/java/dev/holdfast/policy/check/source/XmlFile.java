package dev.holdfast.policy.check.source;

import java.io.StringReader;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads XML that has SQL: mappers of MyBatis and change logs of Liquibase. Others have none. */
final class XmlFile {
  private static final XMLInputFactory FACTORY = factory();

  private XmlFile() {}

  /** Nothing outside of the file is read, whatever its DOCTYPE says. */
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  static boolean mayHaveSql(String content) {
    return content.contains("<mapper") || content.contains("<databaseChangeLog");
  }

  static Facts read(SourceFile file) {
    Facts facts = new Facts();
    try {
      XMLStreamReader xml = FACTORY.createXMLStreamReader(new StringReader(file.content()));
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamReader.START_ELEMENT) {
          root(xml, file, facts);
        }
      }
    } catch (XMLStreamException e) {
      Location at = e.getLocation();
      int line = at == null ? 1 : Math.max(1, at.getLineNumber());
      facts.unreadable.put(new Place(file.name(), line, 0), "it is not well-formed XML");
    }
    return facts;
  }

  private static void root(XMLStreamReader xml, SourceFile file, Facts facts)
      throws XMLStreamException {
    switch (xml.getLocalName()) {
      case "mapper" -> new MapperXml(xml, file, facts).mapper();
      case "databaseChangeLog" -> new ChangeLogXml(xml, file, facts).changeLog();
      default -> {}
    }
  }
}
