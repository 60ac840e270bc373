package dev.holdfast.torture.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The entries of a run, in the order of time, and the operations that they make up. */
public final class History {

  private final List<Entry> entries;
  private final List<Operation> operations;

  private History(List<Entry> entries) {
    this.entries = entries;
    this.operations = join(entries);
  }

  public static History of(List<Entry> entries) {
    return new History(entries.stream().sorted(Comparator.comparingLong(Entry::nanos)).toList());
  }

  /** Merges the files of all processes of a run. */
  public static History read(List<Path> files) {
    List<Entry> all = new ArrayList<>();
    files.forEach(file -> all.addAll(entriesOf(file)));
    return of(all);
  }

  /** All files {@code *.history} of a directory. */
  public static History readDirectory(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return read(files.filter(f -> f.toString().endsWith(".history")).sorted().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("the histories in " + directory + " can't be read", e);
    }
  }

  public List<Entry> entries() {
    return entries;
  }

  /** In the order of their invocation. */
  public List<Operation> operations() {
    return operations;
  }

  public Stream<Operation> operations(Kind kind) {
    return operations.stream().filter(o -> o.kind() == kind);
  }

  /** The operations of each resource, in the order of their invocation. */
  public Map<String, List<Operation>> byResource(Kind... kinds) {
    List<Kind> wanted = List.of(kinds);
    return operations.stream()
        .filter(o -> wanted.contains(o.kind()))
        .collect(
            Collectors.groupingBy(Operation::resource, LinkedHashMap::new, Collectors.toList()));
  }

  /** What is left of it when only some operations are kept, whole. */
  public History filter(Predicate<Operation> kept) {
    List<Entry> rest = new ArrayList<>();
    for (Operation operation : operations) {
      if (kept.test(operation)) {
        rest.add(operation.begin());
        Entry end = operation.end();
        if (end != null && !end.equals(operation.begin())) {
          rest.add(end);
        }
      }
    }
    return of(rest);
  }

  /** The lines, as a file has them. */
  public String text() {
    return entries.stream().map(e -> e.line() + "\n").collect(Collectors.joining());
  }

  private static List<Entry> entriesOf(Path file) {
    try {
      String text = Files.readString(file, UTF_8);
      // what stands behind the last line end was cut off by a kill
      int whole = text.lastIndexOf('\n') + 1;
      return text.substring(0, whole).lines().map(Entry::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the history " + file + " can't be read", e);
    }
  }

  private static List<Operation> join(List<Entry> entries) {
    Map<List<Object>, Operation> joined = new LinkedHashMap<>();
    for (Entry entry : entries) {
      List<Object> key = List.of(entry.client(), entry.call().op());
      Operation open = joined.get(key);
      if (open == null) {
        joined.put(key, new Operation(entry, entry.phase() == Phase.INVOKE ? null : entry));
      } else if (open.end() == null && entry.phase() != Phase.INVOKE) {
        joined.put(key, new Operation(open.begin(), entry));
      } else {
        throw new IllegalArgumentException("it was invoked or completed twice: " + entry.line());
      }
    }
    return List.copyOf(joined.values());
  }
}
