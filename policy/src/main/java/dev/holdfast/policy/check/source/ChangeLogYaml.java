package dev.holdfast.policy.check.source;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The SQL of a Liquibase change log in YAML: each string under a key {@code sql}. */
final class ChangeLogYaml {
  private static final int MAX_DEPTH = 50;

  private ChangeLogYaml() {}

  static Facts read(SourceFile file) {
    Facts facts = new Facts();
    if (!file.content().contains("databaseChangeLog")) {
      return facts;
    }
    try {
      LoadSettings settings =
          LoadSettings.builder()
              .setBufferSize(
                  file.content().length() + 1) // a character in two halves at its edge fails
              .build();
      Optional<Node> root = new Compose(settings).composeString(file.content());
      root.ifPresent(node -> look(node, 0, file, facts));
    } catch (YamlEngineException e) {
      facts.unreadable.put(new Place(file.name(), 1, 0), "it is not well-formed YAML");
    }
    return facts;
  }

  private static void look(Node node, int depth, SourceFile file, Facts facts) {
    if (depth > MAX_DEPTH) {
      return;
    }
    if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(inner -> look(inner, depth + 1, file, facts));
    } else if (node instanceof MappingNode mapping) {
      for (NodeTuple entry : mapping.getValue()) {
        if (entry.getKeyNode() instanceof ScalarNode key
            && key.getValue().equals("sql")
            && entry.getValueNode() instanceof ScalarNode value) {
          script(value, file, facts);
        } else {
          look(entry.getValueNode(), depth + 1, file, facts);
        }
      }
    }
  }

  /** Lines of a block are lines of the file; columns are not known. */
  private static void script(ScalarNode value, SourceFile file, Facts facts) {
    int line = value.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    boolean block = value.getScalarStyle().toString().matches("[|>]");
    Owner owner = new Owner("", file.name(), "", Unit.alone(file.name()));
    for (Statements.Part part : Statements.of(value.getValue())) {
      int inside = Lines.place(file.name(), value.getValue(), part.offset()).line();
      Place place = new Place(file.name(), line + inside - (block ? 0 : 1), 0);
      Text text = new Text.Literal(part.text(), place, Text.Layout.EXACT);
      facts.use(text, owner, How.MIGRATION, Use.Role.SURE);
      Bodies.read(part.text(), place, owner, How.MIGRATION, facts);
    }
  }
}
